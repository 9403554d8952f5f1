"""Problems of Library Checker: a folder with an `info.toml`, read only."""
