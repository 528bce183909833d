"""What `make generate` writes from the declarations of the kernel; a test compares."""
