"""`judge hack`: the hunt for inputs on which submissions fail."""
