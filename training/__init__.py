"""How the verifier was trained; README.md repeats it. For the repository: the package does not ship it."""
