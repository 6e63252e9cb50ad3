"""Finding the clock, chance, files and others that a tangle uses, and no scenario controls."""

import ast
import re

from dojo.source import parse_source

OUTSIDE = {
    "the clock": r"(\w+\.)*(now|today|utcnow|localtime|gmtime|monotonic|perf_counter|sleep)"
    r"|time\.(time|strftime|ctime)",
    "chance": r"random\.\w+|secrets\.\w+|uuid\.\w+|randint|shuffle|choice|uuid[14]|os\.urandom",
    "files": r"open|(\w+\.)*(read_text|write_text|read_bytes|write_bytes)|shutil\.\w+|tempfile\.\w+"
    r"|os\.(remove|rename|mkdir|makedirs|listdir|walk|path\.(exists|isfile|isdir|getmtime))",
    "the network": r"(socket|urllib|requests|httpx|smtplib|ftplib|http)\.[\w.]+|urlopen",
    "the person or the machine": r"input|os\.(getenv|environ\.\w+|system|getcwd)|subprocess\.\w+"
    r"|sys\.std\w+\.\w+|locale\.\w+|platform\.\w+",
}


def uses_of_outside(text: str) -> list[str]:
    """Return descriptions of calls, for example "line 12: datetime.now() uses the clock"."""
    found: dict[int, str] = {}
    for node in ast.walk(parse_source(text)):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            for what, pattern in OUTSIDE.items():
                if re.fullmatch(pattern, name):
                    found[node.lineno] = f"line {node.lineno}: {name}() uses {what}"
    return [found[line] for line in sorted(found)]
