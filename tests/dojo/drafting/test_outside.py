"""Rules of what a tangle takes from outside."""

import pytest

from dojo.drafting.outside import uses_of_outside


@pytest.mark.parametrize(
    ("call", "what"),
    [
        ("datetime.datetime.now()", "the clock"),
        ("date.today()", "the clock"),
        ("time.time()", "the clock"),
        ("random.randint(1, 6)", "chance"),
        ("uuid.uuid4()", "chance"),
        ("open('x')", "files"),
        ("path.write_text('x')", "files"),
        ("urllib.request.urlopen(x)", "the network"),
        ("input()", "the person or the machine"),
        ("os.getenv('HOME')", "the person or the machine"),
    ],
)
def test_a_call_is_named_with_its_line(call: str, what: str):
    name = call.partition("(")[0]
    assert uses_of_outside(f"x = 1\n{call}\n") == [f"line 2: {name}() uses {what}"]


def test_a_pure_module_has_none():
    assert uses_of_outside("def fine(days):\n    print(days)\n    return min(days, 3)\n") == []
