"""Holds a file against the strict schema of CycloneDX 1.6, which comes with the package cyclonedx-python-lib."""

import json
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

path = sys.argv[1]
with open(path, encoding="utf-8") as file:
    text = file.read()
error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
if error is not None:
    sys.exit(f"{path} is no CycloneDX: {error}")
if not json.loads(text)["components"]:
    sys.exit(f"{path} lists nothing")
