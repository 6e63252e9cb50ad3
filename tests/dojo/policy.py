"""What a page says that a browser may do with it, read without the tool's own help."""

import re
from base64 import b64encode
from hashlib import sha256


def allows_its_own_script_alone(page: str) -> bool:
    """Tell whether a page names each script that it runs, before anything else, and asks no other host."""
    scripts = re.findall("<script>(.*?)</script>", page, re.DOTALL)
    hashes = [f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts]
    rules = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; script-src"
    meta = f'<meta http-equiv="Content-Security-Policy" content="{" ".join([rules, *hashes])} \'strict-dynamic\'">'
    head = page.partition("<head>\n")[2]
    return head.startswith(f'<meta charset="utf-8">\n{meta}\n') and page.count("Content-Security-Policy") == 1
