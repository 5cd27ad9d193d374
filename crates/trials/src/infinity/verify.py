"""Calls a verifier of the suite and prints what it says as JSON."""

import importlib.util
import json
import sys

spec = importlib.util.spec_from_file_location("verifier", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
passed, words = module.verify(sys.argv[2])
print(json.dumps([bool(passed), str(words)]))
