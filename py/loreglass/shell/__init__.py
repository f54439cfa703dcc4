"""The browser: the only importer of js, pyscript and pyodide."""
