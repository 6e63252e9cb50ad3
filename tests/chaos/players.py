"""Players that no person would send to a tournament, from a list.

player: the text of a file, by a name that says what it does. Each may play on, or do what disqualifies it; but for those
that do it while they are loaded, all have a class that takes a seat. Nothing here may harm the machine: what is started
ends by itself in MOST_SECONDS, and what is filled is small.
"""

# ruff: noqa: E501 - what a player does stands in a line of its own

from tests.chaos.forgery import FORGED

MOST_SECONDS = 45
HEAD = """\
import contextlib, ctypes, gc, json, os, random, signal, subprocess, sys, threading, time
from pathlib import Path
PARENT, SLEEP = os.getppid(), [sys.executable, '-c', 'import time; time.sleep({MOST_SECONDS})']
class Odd:
    def __repr__(self): return "ones"
def line(): return next(each for each in gc.get_objects() if type(each).__name__ == "Line")
def write(some): os.write(line()._answers, some)
def say(*answer): write(json.dumps([line()._token, *answer]).encode() + b"\\n")
def others():
    for each in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            if f") S {PARENT} " in each.read_text() and each.parent.name != str(os.getpid()): yield int(each.parent.name)
""".replace("{MOST_SECONDS}", str(MOST_SECONDS))
CLASS = "class Me:\n    def turn(self, dice, stage, view):\n        {does}\n        return {move}\n"
LEGAL = "view.free()[0]"
PLAYER = f"{{head}}{CLASS}"

MOVES = {
    "nothing": "None",
    "True for a position": "[True]",
    "a position below the first": "[-1]",
    "a position with a point": "[1.0]",
    "a position that is no number": "[float('nan')]",
    "a position of 400 digits": "[10**400]",
    "a position of 10,000 digits": "[10**9999]",
    "a digit of another script": "['\\uff11']",
    "a position twice": "[1, 1]",
    "a hold after the last throw": "[0, 1]",
    "a category of another game": "'chance'",
    "a category that is taken": "'ones'",
    "a category in letters of another script": "'\\uff4fnes'",
    "text of a type of its own": "type('Text', (str,), {})(view.free()[0])",
    "a list of a type of its own": "type('List', (list,), {})([0])",
    "half a letter": "'\\ud800'",
    "lines": f"'ones\\n{FORGED}\\nAnn is disqualified in game 1, round 1, roll 1: it cheated'",
    "a colour": "'\\x1b[2J\\x1b]0;forged\\x07ones'",
    "ten million letters": "'x' * 10**7",
    "brackets in brackets": "__import__('functools').reduce(lambda inner, _: [inner], range(10**5), [])",
    "what shows as a move": "Odd()",
    "what cannot be shown": "type('Mute', (), {'__repr__': lambda self: 1 / 0})()",
    "what ends it when it is shown": "type('End', (), {'__repr__': lambda self: os._exit(0)})()",
}
SAYS = {
    "an answer early": "say('move', 'ones'), say('move', 'twos'), say('move', 'threes')",
    "an answer that is not its to give": "say('ready', ''), say('nobody', ''), say('problem', '')",
    "half an answer": "write(b'[\"'), os._exit(0)",
    "a million lines": "threading.Thread(target=write, args=(b'x\\n' * 10**6,), daemon=True).start()",
    "numbers that are none": "write(b'[NaN, Infinity, -Infinity]\\n')",
    "a key twice": 'write(b\'{"a": 1, "a": 2}\\n\')',
    "letters that are none": "write(b'\\xff\\xfe\\x00\\n')",
    "an error of lines": f"say('raised', 'a\\n{FORGED}\\x1b[2J')",
    "nothing any more": "os.closerange(0, 256)",
}
RAISES = {
    "the end of the program": "sys.exit(0)",
    "an interruption": "raise KeyboardInterrupt",
    "what ends a loop": "raise StopIteration",
    "an error of lines": f"raise ValueError('a\\n{FORGED}\\r\\x1b[2J \\ud800 [/nope]')",
    "an error of another name": f"raise type('a\\n{FORGED}\\x1b[2J', (Exception,), {{}})('b')",
    "an error of a name without an end": "raise type('a' * 10**6, (Exception,), {})('b')",
    "an error behind a gap": f"raise ValueError('\\u2800' * 64 + '\\u3164{FORGED}')",
    "an error without an end": "raise ValueError('x ' * 10**7)",
    "an error that has no text": "raise type('Mute', (Exception,), {'__str__': lambda self: sys.exit(0)})",
    "an error out of the deep": "return self.turn(dice, stage, view)",
}
DOES = {
    "loops": "while True: pass",
    "crashes": "ctypes.string_at(0)",
    "takes memory": "self.held = bytearray(5 * 2**30)",
    "ends itself": "os._exit(0)",
    "becomes another program": "os.execv(sys.executable, [sys.executable, '-c', 'print(1)'])",
    "is cut short by a clock": "signal.setitimer(signal.ITIMER_REAL, 0.01); time.sleep(5)",
    "stops itself": "os.kill(os.getpid(), signal.SIGSTOP)",
    "stops the tournament": "os.kill(PARENT, signal.SIGSTOP)",
    "kills the tournament": "os.kill(PARENT, signal.SIGKILL)",
    "kills the tournament's group": "os.killpg(os.getpgid(PARENT), signal.SIGKILL)",
    "kills the others": "[os.kill(each, signal.SIGKILL) for each in others()]",
    "stops the others": "[os.kill(each, signal.SIGSTOP) for each in others()]",
    "leaves a child": "subprocess.Popen(SLEEP)",
    "leaves a child in a session of its own": "subprocess.Popen(SLEEP, start_new_session=True, env={})",
    "leaves a grandchild": f"pid = os.fork()\n        if not pid: os.setsid(), os.fork(), time.sleep({MOST_SECONDS}), os._exit(0)",
    "goes on twice": "os.fork()",
    "goes on in a thread": "threading.Thread(target=lambda: [time.sleep(0.01) for _ in iter(int, 1)]).start()",
    "prints a verdict": f"print('\\n{FORGED}\\x1b[2J'), os.write(2, b'\\n{FORGED}\\n' * 1000)",
    "closes what it prints to": "sys.stdout.close(), sys.stderr.close()",
    "replaces what the line needs": "json.dumps = os.write = lambda *_, **__: 0; os._exit(0)",
    "replaces chance": "random.Random.randint = random.Random.random = lambda *_: 6",
    "replaces the process it is in": "sys.modules['__main__'].is_plain = lambda _: True; sys.modules['__main__'].shown = None",
    "changes what it sees": "dice.clear(); view.free().clear(); view.totals().clear()",
    "removes its own file": "Path(__file__).unlink(missing_ok=True)",
    "rewrites the others": "[each.write_text('1 / 0') for each in Path(__file__).parent.glob('*.py')]",
    "loops at its end": "__import__('atexit').register(lambda: list(iter(int, 1)))",
    "runs into each step": "sys.settrace(lambda *_: 1 / 0)",
    "digs without an end": "sys.setrecursionlimit(10**9); dig = lambda: dig(); dig()",
    "forgets all that there is": "os.environ.clear(); sys.path.clear(); sys.modules.clear()",
    "goes on in another's place": "os._exit(0) if os.fork() else None",
    "goes elsewhere": "os.chdir('/')",
    "goes to a folder that is no more": "folder = __import__('tempfile').mkdtemp(); os.chdir(folder); os.rmdir(folder)",
}
PRIES = {
    "the arguments of the tournament": "Path(f'/proc/{PARENT}/cmdline').read_text()",
    "the variables of the tournament": "[each for each in Path(f'/proc/{PARENT}/environ').read_text().split('\\0') if 'SEED' in each.upper()]",
    "the memory of the tournament": "open(f'/proc/{PARENT}/mem', 'rb')",
    "the files of the tournament": "[Path(each).read_bytes() for each in Path(f'/proc/{PARENT}/fd').iterdir() if each.resolve().is_file()]",
    "the tournament as a debugger": "ctypes.CDLL(None).ptrace(16, PARENT, 0, 0)",
    "the arguments of the others": "[Path(f'/proc/{each}/cmdline').read_text() for each in others()]",
    "its own arguments": "sys.argv, sys.orig_argv, dict(os.environ) if 'SEED' in str(os.environ) else ''",
}
LOADS = {
    "an end of the program": "raise SystemExit('\\x1b[2J')",
    "an interruption": "raise KeyboardInterrupt",
    "half a class": "class Me(",
    "a byte of no letter": "x = 1\0",
    "letters of another encoding": "# coding: nope",
    "what is no encoding of text": "# coding: zip",
    "an end without a word": "import os\nos._exit(0)",
    "a death": "import os\nos.kill(os.getpid(), 9)",
    "an answer of its own": 'import os\nfor each in range(3, 10):\n    try: os.write(each, b\'["", "ready", ""]\\n\')\n    except OSError: pass',
    "a class that asks for too much": "class Me:\n    def __init__(self, a, b, c): pass\n    def turn(self, *_): pass",
    "a class that cannot be": "import abc\nclass Me(abc.ABC):\n    @abc.abstractmethod\n    def turn(self, *_): pass",
    "a class that ends the program": "class Me:\n    def __init__(self): raise SystemExit(0)\n    def turn(self, *_): pass",
    "a class of a class of its own": f"class Meta(type):\n    def __call__(self, *_): raise SystemExit('a\\n{FORGED}')\nclass Me(metaclass=Meta):\n    def turn(self, *_): pass",
    "an object": "class Me:\n    def turn(self, *_): pass\nMe = Me()",
    "a turn that is none": "class Me:\n    turn = 5",
    "a turn that raises": "class Meta(type):\n    def __getattr__(*_): raise KeyboardInterrupt\nclass Me(metaclass=Meta): pass",
    "a function": "def turn(*_): pass",
    "brackets in brackets": f"x = {'(' * 10**5}",
    "eleven million bytes": "#" * 11 * 10**6,
}


def player(does: str = "pass", move: str = LEGAL) -> str:
    """Return the file of a player that does something in each turn before its move, which is a legal one or not."""
    return HEAD + CLASS.format(does=does, move=move)


HONEST = player()
SEATED = {
    **{f"returns {what}": player(move=move) for what, move in MOVES.items()},
    **{f"says {what}": player(does) for what, does in SAYS.items()},
    **{f"raises {what}": player(does) for what, does in RAISES.items()},
    **{name: player(does) for name, does in DOES.items()},
    **{f"tells {what}": player(f"raise ValueError({found})") for what, found in PRIES.items()},
}
UNSEATED = {f"holds {what}": text for what, text in LOADS.items()}
