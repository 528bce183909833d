"""How a problem is told."""

from gitopoly.annotations.problems import DocumentProblem, Severity


def test_a_problem_reads_like_that_of_a_compiler() -> None:
    problem = DocumentProblem(Severity.ERROR, "rules/a.md", 3, 7, "a tag is wrong")
    assert str(problem) == "rules/a.md:3:7: error: a tag is wrong"
