//! Everything a developer runs: setup, build, demo, test, package, bench; the sample sites and the scripted model server.
