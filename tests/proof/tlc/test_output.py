"""Reading TLC's messages, from short transcripts."""

from gitopoly.proof.tlc.output import (
    ActionCount,
    CheckResult,
    Message,
    Progress,
    Reader,
    messages,
    progress,
)


def transcript(*parts: tuple[int, int, str]) -> list[str]:
    lines: list[str] = []
    for code, severity, text in parts:
        lines += [
            f"@!@!@STARTMSG {code}:{severity} @!@!@",
            *text.split("\n"),
            f"@!@!@ENDMSG {code} @!@!@",
        ]
    return lines


def read(*parts: tuple[int, int, str], simulation: bool = False):
    reader = Reader()
    for message in messages(transcript(*parts)):
        reader.read(message)
    return reader.finish(1.5, simulation)


FINISHED = (2193, 0, "Model checking completed. No error has been found.")
TOTALS = (2199, 0, "18585 states generated, 7982 distinct states found, 0 states left on queue.")
PROGRESS = (
    2200,
    0,
    "Progress(7) at 1: 18,585 states generated (5 s/min), "
    "7,982 distinct states found (2 ds/min), 3 states left on queue.",
)


def test_a_clean_run_has_its_totals_and_depth() -> None:
    run = read(PROGRESS, FINISHED, TOTALS)
    assert run.result is CheckResult.HOLDS
    assert (run.generated, run.distinct, run.depth, run.queue) == (18585, 7982, 7, 0)


def test_initial_states_are_counted_with_and_without_symmetry() -> None:
    start = "Finished computing initial states: "
    many = f"{start}125 states generated, with 35 of them distinct at 1."
    assert read((2191, 0, many)).initial == (125, 35)
    assert read((2190, 0, f"{start}1 distinct state generated at 1.")).initial == (1, 1)


def test_what_the_module_prints_is_kept() -> None:
    reader = Reader()
    for message in messages(
        ["Parsing file A.tla", '"<<\\"reached\\", 3>>"', *transcript(FINISHED)]
    ):
        reader.read(message)
    assert reader.finish(0.1).printed == ('"<<\\"reached\\", 3>>"',)


def test_progress_is_read_with_its_thousands() -> None:
    assert progress(Message(*PROGRESS)) == Progress(
        depth=7, generated=18585, distinct=7982, queue=3
    )


def test_other_messages_are_no_progress() -> None:
    assert progress(Message(2193, 0, PROGRESS[2])) is None


def test_a_broken_invariant_is_named_and_told_as_a_story() -> None:
    run = read(
        (2110, 1, "Invariant Agreed is violated."),
        (2217, 4, "1: <Initial predicate>\n/\\ bid = (p1 :> 0)\n/\\ winner = NONE\n"),
        (
            2217,
            4,
            "2: <A1Bid line 48, col 5 to line 51, col 41 of module Auction1>\n"
            "/\\ bid = (p1 :>\n  1)\n/\\ winner = NONE\n",
        ),
        TOTALS,
    )
    assert (run.result, run.violated) == (CheckResult.INVARIANT, "Agreed")
    assert run.story == ("Init", "A1Bid")
    assert run.trace[1].state == {"bid": "(p1 :>\n  1)", "winner": "NONE"}


def test_a_behaviour_that_stops_loops_on_its_last_state() -> None:
    run = read(
        (2116, 1, "Temporal properties were violated."),
        (2217, 4, "1: <Initial predicate>\nx = 0\n"),
        (2218, 4, "2: Stuttering"),
    )
    assert (run.result, run.loop) == (CheckResult.LIVENESS, 1)


def test_a_behaviour_that_returns_says_to_which_state() -> None:
    run = read(
        (2116, 1, "Temporal properties were violated."),
        (2217, 4, "1: <Initial predicate>\nx = 0\n"),
        (2217, 4, "2: <Go line 1>\nx = 1\n"),
        (2122, 4, "1: Back to state: <Go line 1, col 1 to line 1, col 2 of module M>"),
    )
    assert (run.loop, len(run.trace)) == (1, 2)


def test_an_action_property_without_a_name_is_a_step() -> None:
    run = read(
        (2112, 1, "Action property line 82, col 8 to line 82, col 24 of module A is violated.")
    )
    assert (run.result, run.violated) == (CheckResult.STEP, None)


def test_coverage_counts_actions_and_names_what_was_never_reached() -> None:
    run = read(
        (2201, 0, "The coverage statistics at 1"),
        (2772, 0, "<Bid line 1, col 1 to line 1, col 3 of module A (2 5 6 9)>: 645:2720"),
        (2221, 0, "  line 2, col 1 to line 2, col 9 of module A: 0"),
        (2221, 0, "  |line 3, col 1 to line 3, col 9 of module A: 4"),
        (2774, 0, "<TypeOK line 9, col 1 to line 9, col 6 of module A>"),
        (2221, 0, "  line 10, col 1 to line 10, col 9 of module A: 0"),
        FINISHED,
    )
    assert run.actions == {"Bid": ActionCount(generated=2720, distinct=645)}
    assert run.never == ("Bid: line 2, col 1 to line 2, col 9 of module A",)


def test_a_mistake_in_a_model_is_an_error_with_its_message() -> None:
    run = read((2229, 1, "The invariant Nope specified in the configuration file\nis not defined."))
    assert run.result is CheckResult.ERROR
    assert "Nope" in run.message


def test_a_counterexample_lost_in_a_crash_is_no_result() -> None:
    crash = (1000, 1, "TLC threw an unexpected exception.")
    run = read((2116, 1, "Temporal properties were violated."), crash, TOTALS)
    assert run.result is CheckResult.ERROR
    assert run.lost_trace
    assert "unexpected exception" in run.message


def test_silence_is_an_error_too() -> None:
    assert read().result is CheckResult.ERROR


def test_a_message_inside_another_comes_first() -> None:
    lines = transcript((1000, 1, "outer"))
    lines[1:1] = [": @!@!@STARTMSG 5006:0 @!@!@", "inner", "@!@!@ENDMSG 5006 @!@!@"]
    assert [m.code for m in messages(lines)] == [5006, 1000]


def test_a_simulation_counts_only_what_it_generated() -> None:
    run = read(
        (
            2209,
            0,
            "Progress(-1) at 1: 551 states generated, "
            "-1 distinct states found, -1 states left on queue.",
        ),
        simulation=True,
    )
    assert (run.result, run.generated, run.distinct) == (CheckResult.HOLDS, 551, 0)
