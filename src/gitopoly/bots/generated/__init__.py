"""What `make generate` writes from the declarations of the policies; a test compares."""
