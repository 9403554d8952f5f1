"""`--contest`: all packages of a folder, and one report of them."""
