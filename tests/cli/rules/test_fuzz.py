"""No document, however broken, makes a command fail otherwise than it should."""

import tempfile
from pathlib import Path

from click.testing import CliRunner
from hypothesis import given, settings, strategies as st

from gitopoly.cli.rules.command import rules
from tests.annotations.sample import ANYTHING

SETTINGS = st.lists(
    st.sampled_from(
        [
            "filter: {search: '(a+)', domain_nouns: [player]}\n",
            "order_by: [noun:desc]\n",
            "pagination: [1, 1, 2]\n",
            "pagination: [1, 9, 2]\n",
            "word_wrap: 0\n",
            "word_wrap: 3\n",
            "show_config: 1\nshow_all_stats: 1\n",
            "generate_rc: 1\ngenerate_filtered_rc: 1\n",
            "generate_clean_md: {generate: 1, file: x/y}\n",
            "generate_builders: {generate: 1, action_folder: 'a b'}\n",
            "format_artifacts: [verb:1, description:2]\n",
            "format_artifacts: []\n",
            "colour: blue\n",
        ]
    ),
    max_size=6,
).map("".join)
BODIES = st.one_of(ANYTHING.map(lambda text: text.encode("utf-8", "surrogatepass")), st.binary())
COMMANDS = st.sampled_from(
    [
        ["list"],
        ["list", "--json"],
        ["list", "--csv"],
        ["stats"],
        ["rc", "-o", "-"],
        ["clean", "-o", "-"],
        ["run", "--force", "--into", "out"],
        ["build", "--into", "out"],
        ["show", "roll"],
        ["index"],
        ["check"],
    ]
)


@settings(max_examples=200, deadline=None)
@given(SETTINGS, BODIES, COMMANDS)
def test_every_document_ends_with_0_1_or_2(block: str, body: bytes, command: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder, "a.md")
        document.write_bytes(b"---\n" + block.encode() + b"---\n" + body)
        words = [word.replace("out", f"{folder}/out") for word in command]
        result = CliRunner().invoke(rules, [*words, str(document)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code in (0, 1, 2)
    if result.exit_code == 2:
        assert result.stderr.splitlines()[-1].startswith("gitopoly: ")
