"""Error classes measured against people's: both modes of TAU and KEA's contradiction finder."""
