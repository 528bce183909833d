"""An agent on text: the game and its numbered actions go to a program, a number comes back.

    TEXT_AGENT="my-model --prompt -" gitopoly simulate --player examples/text.py:Reader \
        --player sensible --games 1

The program in `TEXT_AGENT` reads the text from stdin and answers on stdout; what it says last as a
number is taken. Without one, `thrifty` reads the text, to show what there is to read.
"""

import os
import re
import shlex
import subprocess

import gitopoly

TASK = "You play Monopoly. Answer with the number of one action, and nothing else."


class Reader(gitopoly.Player):
    """Knows nothing but text."""

    def decide(self, game, actions):
        text = prompt(game, actions)
        command = os.environ.get("TEXT_AGENT")
        answer = asked(command, text) if command else thrifty(text)
        numbers = [int(number) for number in re.findall(r"\d+", answer)]
        legal = [number for number in numbers if 1 <= number <= len(actions)]
        return actions[legal[-1] - 1 if legal else 0]


def prompt(game, actions):
    """Everything there is to know: the board, what happened last, and what can be done."""
    lately = [str(step) for step in game.history[-10:]]
    listed = [f"{number}. {action}" for number, action in enumerate(actions, 1)]
    parts = [TASK, str(game), "Lately:", *lately, f"You are {actions[0].seat}:", *listed]
    return "\n".join(parts)


def asked(command, text):
    """What a program answers."""
    done = subprocess.run(shlex.split(command), input=text, capture_output=True, text=True)
    return done.stdout


def thrifty(text):
    """Buys if it can, builds next, sells nothing: a reader that needs no model."""
    actions = re.findall(r"^(\d+)\. (?:[^:]+: )?(.+)$", text, flags=re.MULTILINE)
    for wanted in ("buy", "build", "pass", "stand", "decline", "conclude", "end pre-roll"):
        for number, action in actions:
            if action.startswith(wanted):
                return number
    return "1"
