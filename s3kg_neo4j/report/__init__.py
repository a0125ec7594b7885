"""What people read: summaries, pages, generated documentation."""
