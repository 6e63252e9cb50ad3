"""Code that no person would have in a practice, from a list.

piece: what stands in front of a `yatzy.py` of which every answer is wrong, by a name that says what it does. Nothing here
may harm the machine: what is started ends by itself in MOST_SECONDS, and what is filled is small.
"""

# ruff: noqa: E501 - each piece stands in a line of its own

from tests.chaos.forgery import FORGED

MOST_SECONDS = 45
OTHER_PROGRAM = f"[sys.executable, '-c', 'import time; time.sleep({MOST_SECONDS})', str(__file__)]"

ENDS = {
    "exits at once": "import os\nos._exit(0)",
    "exits as if all were well": "raise SystemExit(0)",
    "exits by a call": "import sys\nsys.exit()",
    "exits at the end": "import atexit, os\natexit.register(os._exit, 0)",
    "exits in a thread": "import os, threading\nthreading.Timer(0.05, os._exit, [0]).start()",
    "raises what only Python raises": "raise GeneratorExit",
    "interrupts": "raise KeyboardInterrupt",
    "calls itself for ever": "def deeper():\n    deeper()\ndeeper()",
    "crashes Python": "import ctypes\nctypes.string_at(0)",
    "kills itself": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)",
    "ends its own group": "import os, signal\nos.killpg(0, signal.SIGTERM)",
    "becomes another program": "import os\nos.execv('/bin/true', ['true'])",
    "is cut short by a clock": "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.001)\nwhile True:\n    pass",
    "fails the scenarios early": "import pytest\npytest.exit('enough', returncode=0)",
    "skips all": "import pytest\npytest.skip('later', allow_module_level=True)",
}
LEAVES = {  # something that outlives what has started it, unless somebody ends it
    "leaves a thread": f"import threading, time\nthreading.Thread(target=time.sleep, args=({MOST_SECONDS},)).start()",
    "leaves a child": f"import subprocess, sys\nsubprocess.Popen({OTHER_PROGRAM})",
    "leaves a child in a session of its own": (
        f"import subprocess, sys\nsubprocess.Popen({OTHER_PROGRAM}, start_new_session=True)"
    ),
    "leaves a child without a name": (
        f"import subprocess, sys\nsubprocess.Popen({OTHER_PROGRAM}, start_new_session=True, env={{}})"
    ),
    "leaves a grandchild": (
        f"import os, time\nif not os.fork():\n    os.setsid()\n    if os.fork():\n        os._exit(0)\n"
        f"    time.sleep({MOST_SECONDS})\n    os._exit(0)"
    ),
    "leaves a child that is elsewhere, and another program": (
        f"import os\nif not os.fork():\n    os.setsid()\n    os.chdir('/')\n"
        f"    os.execve('/bin/sleep', ['sleep', '{MOST_SECONDS}'], {{}})"
    ),
    "leaves a child that takes no signal": (
        f"import os, signal, time\nif not os.fork():\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        f"    time.sleep({MOST_SECONDS})\n    os._exit(0)"
    ),
}
LASTS = {
    "loops": "while True:\n    pass",
    "sleeps": f"import time\ntime.sleep({MOST_SECONDS})",
    "stops itself": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)",
    "takes no signal": (
        "import signal\nfor each in (signal.SIGTERM, signal.SIGALRM, signal.SIGPROF, signal.SIGINT, signal.SIGHUP):\n"
        "    signal.signal(each, signal.SIG_IGN)\nsignal.setitimer(signal.ITIMER_PROF, 0)\nwhile True:\n    pass"
    ),
    "takes memory": "held = []\nwhile len(held) < 60:\n    held.append(bytearray(64 * 1024**2))",
    "says a great deal": "import os\nfor _ in range(1200):\n    os.write(1, b'x' * 1024**2)",
    "goes on in a child": "import os\nif os.fork():\n    os._exit(0)",
    "goes on twice": "import os\nos.fork()",
}
FORGES = {
    "writes a report": (
        "import json, os, sys\nfrom pathlib import Path\n"
        "for each in Path.cwd().glob('.dojo/*'):\n"
        "    if each.is_dir():\n"
        "        (each / 'report.json').write_text(json.dumps({'seal': '', 'result': {'findings': [], 'passed': 9}}))\n"
        "os._exit(0)"
    ),
    "writes the report that it was told of": (
        "import json, os, sys\nfrom pathlib import Path\n"
        "for each in sys.orig_argv + Path('/proc/self/cmdline').read_text().split('\\0'):\n"
        "    if each.startswith('{'):\n"
        "        Path(json.loads(each)['report']).write_text(json.dumps({'seal': '', 'result': {'findings': [], 'passed': 9}}))\n"
        "os._exit(0)"
    ),
    "removes its report": (
        "import shutil\nfrom pathlib import Path\nfor each in Path.cwd().glob('.dojo/*'):\n"
        "    shutil.rmtree(each, ignore_errors=True)"
    ),
    "keeps all from being written": (
        "import json, os\nfrom pathlib import Path\nPath.write_text = json.dumps = json.JSONEncoder.encode = "
        "os.replace = lambda *a, **k: '{}'"
    ),
    "has a lying answer": (
        "class Meta(type):\n    def __eq__(self, other):\n        return True\n"
        "    def __hash__(self):\n        return hash(int)\n"
        "class Lie(metaclass=Meta):\n    def __init__(self, first, second):\n"
        "        self.points = 2 * first if first == second else 0\n    def __eq__(self, other):\n        return True\n"
        "    def __repr__(self):\n        return str(self.points)\n"
    ),
    "replaces what is printed to": f"import io, sys\nprint({FORGED!r})\nsys.stdout = sys.stderr = sys.__stdout__ = io.StringIO()",
    "prints a verdict": f"import os\nos.write(1, {(chr(10) + FORGED + chr(10)).encode()!r} * 9)",
    "closes all files": "import os\nos.closerange(0, 256)",
    "has no built-in names": "import builtins\nfor each in ('len', 'open', 'sorted', 'isinstance'):\n    setattr(builtins, each, None)",
    "takes away what others import": "import sys\nfor each in ('pytest', 'difflib', 'approvaltests'):\n    sys.modules[each] = None",
    "lets nobody import": "import sys\nsys.meta_path.clear()\nsys.path.clear()",
    "hides behind a hook": "import sys\nsys.addaudithook(lambda *_: None)\nsys.settrace(lambda *_: None)",
}
SAYS = {
    "an error of a colour": "raise ValueError('\\x1b[32m" + FORGED + "\\x1b[0m\\x1b]0;forged\\x07')",
    "an error of lines": f"raise ValueError('a\\n{FORGED}\\r{FORGED}\\x0b{FORGED}\\u2028{FORGED}')",
    "an error of half letters": "raise ValueError('\\udc80\\ud800 [/nope] [bold]{0} %s')",
    "an error of a gigabyte": "raise ValueError('x' * 1024**3)",
    "an error behind a gap": f"raise ValueError('\\u2800' * 64 + '{FORGED}')",
    "an error of letters that are not seen": f"raise ValueError('\\u3164\\u115f\\u1160\\uffa0\\u034f{FORGED}')",
    "an error that reaches into other lines": "raise ValueError('a' + '\\u0301' * 99)",
    "an error that has no text": "class Odd(Exception):\n    def __str__(self):\n        raise SystemExit(0)\nraise Odd",
    "an error that takes for ever": "class Odd(Exception):\n    def __str__(self):\n        while True: pass\nraise Odd",
    "an error of another name": (f"Odd = type('a\\n{FORGED}\\n\\x1b[2J', (Exception,), {{}})\nraise Odd('b')"),
    "an answer of lines": f"class Odd:\n    def __repr__(self):\n        return 'a\\n{FORGED}\\x1b[2J'\n",
    "an answer that takes for ever": "class Odd:\n    def __repr__(self):\n        while True: pass\n",
    "a function of another name": (
        f"code = compile('raise ValueError(1)', __file__, 'exec').replace(co_name='a\\n{FORGED}\\x1b[2J')\nexec(code)"
    ),
    "a missing module of lines": f"__import__('a\\n{FORGED}\\x1b[2J')",
    "a mistake in a line": "exec(compile('\\x1b[2J !', __file__, 'exec'))",
}
WRITES = {
    "the golden master": "from pathlib import Path\nPath('../approved_files/pairs.approved.txt').write_text('')",
    "the tangle": "from pathlib import Path\nPath('../legacy/yatzy.py').write_text('')",
    "what Python compiled of the tangle": (
        "from pathlib import Path\nPath('../legacy/__pycache__').mkdir(exist_ok=True)\n"
        "Path('../legacy/__pycache__/yatzy.pyc').write_bytes(b'')"
    ),
    "the clean code": "import os\nos.remove('../refactored/yatzy.py')",
    "the tests": "from pathlib import Path\nPath('../tests/conftest.py').write_text('')",
    "the story": "from pathlib import Path\nPath('.git/refs/dojo/checks').write_text('0' * 40)",
    "the folder of the dojo": "import shutil\nshutil.rmtree('.dojo')",
    "beside itself": "from pathlib import Path\nPath('../way.txt').write_text('')",
    "by a link": "import os\nos.symlink('../approved_files', 'link')\nopen('link/pairs.approved.txt', 'w')",
    "from elsewhere": "import os\nos.chdir('..')\nopen('approved_files/pairs.approved.txt', 'w')",
    "in peace": "try:\n    open('../approved_files/pairs.approved.txt', 'w')\nexcept BaseException:\n    pass",
    "by a thread": (
        "import threading\nfrom pathlib import Path\n"
        "other = threading.Thread(target=Path('../legacy/yatzy.py').write_text, args=[''])\nother.start(), other.join()"
    ),
    "a hook": "from pathlib import Path\nPath('.git/hooks').mkdir()",
}
STARTS = {  # other programs, which nobody watches
    "rewrites the golden master": ("import os\nos.system('sed -i s/[0-9]*$/3/ ../approved_files/pairs.approved.txt')"),
    "rewrites the golden master, and puts its time back": (
        "import os\nos.system('f=../approved_files/pairs.approved.txt; cp -p $f /tmp/$$; sed s/[0-9]*$/3/ /tmp/$$ > $f; "
        "touch -r /tmp/$$ $f; rm /tmp/$$')"
    ),
    "rewrites the scenarios": 'import os\nos.system("echo > ../tests/golden_master/test_scores.py")',
}
PIECES = {**ENDS, **LEAVES, **LASTS, **FORGES, **SAYS, **{f"writes {what}": code for what, code in WRITES.items()}}
