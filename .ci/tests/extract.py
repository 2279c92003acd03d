"""Writes the files of a guide page: python3 extract.py PAGE FOLDER

A file is a fenced block whose first line names it behind its language:
```python file=conftest.py
"""

import pathlib
import re
import sys

page, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
files = re.findall(r"^```\w+ file=(\S+)\n(.*?)^```$", page.read_text(), re.M | re.S)
if not files:
    sys.exit(f"{page} has no files")
for name, text in files:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
