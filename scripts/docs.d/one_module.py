"""Makes one module of several for the documentation of a product.

A product's module exports the modules below it again, so that its users import one module and need not know which of them
declares a type. The documentation shows it the same way: every public symbol is the product's.

usage: one_module.py FROM TO PRODUCT [MODULE ...]     FROM/MODULE holds the symbol graphs of a module
"""
import json
import pathlib
import sys

source, target, product = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
modules = sys.argv[3:]
target.mkdir(parents=True, exist_ok=True)
for module in modules:
    for path in sorted((source / module).glob("*.symbols.json")):
        graph = json.loads(path.read_text())
        graph["module"]["name"] = product
        for symbol in graph["symbols"]:
            if symbol.get("swiftExtension", {}).get("extendedModule") in modules:
                symbol["swiftExtension"]["extendedModule"] = product
        # A name with an @ means extensions of another module, such as the standard library.
        _, _, extended = path.name.removesuffix(".symbols.json").partition("@")
        if extended and extended not in modules:
            name = f"{product}@{extended}" if module == product else f"{product}-{module}@{extended}"
        else:
            name = "-".join([product, *([module] if module != product or extended else []), *filter(None, [extended])])
        (target / f"{name}.symbols.json").write_text(json.dumps(graph))
