def scaled(value, factor):
    assert "{{product.value}}" == "scaled"
    return value * factor
