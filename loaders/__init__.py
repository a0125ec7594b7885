"""One module a source format; each names its licence, revision and homepage."""
