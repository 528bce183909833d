"""Modules become one script, in the right order, or are refused."""

from __future__ import annotations

import re

import pytest

from gitopoly.web.bundle import Unbundled, bundle


def test_a_module_comes_after_all_that_it_needs() -> None:
    sources = {
        "a.js": 'import { two as deux } from "./b.js";\nshow(deux);\n',
        "b.js": 'import { one } from "./c.js";\nexport const two = one + 1;\n',
        "c.js": "export const one = 1;\nexport function f() {}\nexport class K {}\n",
    }
    text = bundle("a", sources)
    assert [text.index(f"modules.{name} =") for name in "cba"] == sorted(
        text.index(f"modules.{name} =") for name in "abc"
    )
    assert "const { two: deux } = modules.b;" in text
    assert "return { one, f, K };" in text
    assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)


def test_names_may_be_imported_on_lines_of_their_own() -> None:
    sources = {
        "a.js": 'import {\n  one,\n  two as deux,\n} from "./b.js";\n',
        "b.js": "export const one = 1;\nexport const two = 2;\n",
    }
    text = " ".join(bundle("a", sources).split())
    assert "const { one, two: deux } = modules.b;" in text


def test_the_page_of_an_export_is_one_script() -> None:
    text = bundle("exported")
    assert text.count("modules.dom =") == 1
    assert "modules.main" not in text
    assert "</script" not in text
    assert not re.search(r"^(import|export|await)\b", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("sources", "reason"),
    [
        (
            {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'},
            "circle",
        ),
        ({"a.js": 'import * as b from "./b.js";\n'}, r"import \* as b"),
        ({"a.js": "export default 1;\n"}, "export default"),
        ({"a.js": "export let x = 1;\n"}, "export let"),
        ({"a.js": 'const b = import("./b.js");\n'}, "import"),
        ({"a.js": "await load();\n"}, "await"),
    ],
)
def test_what_cannot_be_bundled_is_refused(sources: dict[str, str], reason: str) -> None:
    with pytest.raises(Unbundled, match=reason):
        bundle("a", sources)
