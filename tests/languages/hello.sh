#!/usr/bin/env bash
# Greets by name.
read -r name
printf 'Hello %s\n' "$name"
