"""The language model in a child process, and the models on disk."""
