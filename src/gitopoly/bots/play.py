"""Playing by policies: one loop for whole games and for playouts, and `strong`, which uses it.

`strong` tries each of a few candidates by playouts of a fast policy, all with the same dice in the
same turns, and after each round the worse half is dropped (sequential halving). Playouts end after
some turns, and the model of win chances says what the position is worth by then.
Analyses play positions out as well: who wins, and what the next round brings a seat.
"""

from gitopoly.bots import CAUTIOUS, REGISTERED, STRONG, policy
from gitopoly.bots.candidates import HEAD_START, list_candidates
from gitopoly.bots.choice import NOTHING
from gitopoly.bots.desk import CHANGED, EVERYTHING, Candidates, Desk, Run, clear_run
from gitopoly.bots.win_model import chance_by_model
from gitopoly.bots.worth import CERTAIN, strength
from gitopoly.engine import entry
from gitopoly.rules.actions import (
    ACTIONS,
    PAY_TAX,
    PAY_TENTH_OF_WORTH,
    PREVENT_BANKRUPTCY_ON_TAX,
    ROLL_AND_MOVE,
    ROLL_IN_JAIL,
)
from gitopoly.rules.auction import can_act
from gitopoly.rules.board import live_players, terminated
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.catalogue import kind_of, player_of
from gitopoly.rules.chance import draw_outcome
from gitopoly.rules.codes import AUCTION, BANKRUPTCY_PREVENTION, MOST_PLAYERS, NOBODY, TRADE
from gitopoly.rules.invariants import first_violation, violation_since
from gitopoly.rules.money import winner_of_game, worth_at_the_end
from gitopoly.rules.randomness import Generator, below, next_word, restart
from gitopoly.rules.record import Wide, become
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.step import list_while_playing
from gitopoly.rules.turn import floor

TERMINATED, CAPPED, VIOLATED, STUCK, INTERRUPTED, PLAYING = range(6)
"""How a game ended: by the rules, by a bound of turns, by an invariant that fails, where nobody has
an action though it is not over, or not yet: it has taken the requested actions, or goes on."""

MOST_IN_TURN = 20_000
"""Maximum number of actions per turn: only seats going in circles reach it."""
MOST_HORIZON = 20
"""Turns of all seats together after which every playout of a search is cut off."""
BETWEEN_TURNS = 0x9E3779B1
"""An odd number far from any multiple of a turn: it spreads their keys."""
OF_POLICIES = 0x5BD1E995
"""Sets the stream of the policies apart from the dice."""

WHOLE = 840
"""A won game in the shares of a playout; up to eight who tie divide it without a rest."""
FACTS = 3
"""Numbers of a round: what the seat gained, whether it ran short, whether it fell."""


@entry
def play_on(
    s: State,
    rules: Rules,
    run: Run,
    dice: Generator,
    choices: Generator,
    buffer: ActionBuffer,
    desk: Desk,
) -> int:
    """Play until the game is over, a bound is reached or an invariant fails.

    `dice` decides what is drawn, `choices` what policies draw; they may be the same.
    """
    while True:
        status = reason_to_stop(s, rules, run)
        if status == PLAYING:
            status = play_one(s, rules, run, dice, choices, buffer, desk)
        if status != PLAYING:
            return status


def reason_to_stop(s: State, rules: Rules, run: Run) -> int:
    """Whether the game is over or a bound is reached; PLAYING if neither."""
    if terminated(s, rules):
        return TERMINATED
    if run.turns >= run.most_turns or run.in_turn >= MOST_IN_TURN:
        return CAPPED
    if run.actions >= run.most_actions:
        return INTERRUPTED
    return PLAYING


def play_one(
    s: State,
    rules: Rules,
    run: Run,
    dice: Generator,
    choices: Generator,
    buffer: ActionBuffer,
    desk: Desk,
) -> int:
    """One action in a game that is going on; PLAYING unless it cannot go on after it."""
    if run.is_keyed and s.turns != run.keyed_turn:
        key_turn(run, s.turns, dice, choices)
    code = next_choice(s, rules, run, choices, buffer, desk)
    return STUCK if code == NOTHING else carry_out(s, rules, code, dice, run, desk)


def next_choice(
    s: State, rules: Rules, run: Run, choices: Generator, buffer: ActionBuffer, desk: Desk
) -> Wide:
    """What the seat whose move it is takes; NOTHING if nobody can act."""
    player = next_actor(s, rules, run, choices)
    if player == NOBODY:
        return NOTHING
    list_while_playing(s, rules, player, buffer)
    if buffer.count == 0:
        return NOTHING
    return choose(s, rules, run.policies[player], player, buffer, choices, desk)


def key_turn(run: Run, turn: int, dice: Generator, choices: Generator) -> None:
    """Restart both streams for one turn of a playout.

    With one stream of random numbers, a single draw more or less gives two alternatives different
    dice from then on. With a key, playout 17 rolls the same in its turn 60 after either, and
    their difference has much less noise. See docs/analysis.md.
    """
    run.keyed_turn = turn
    of_turn = (run.key_high + turn * BETWEEN_TURNS) & 0xFFFFFFFF
    restart(dice, run.key_low, of_turn, run.number)
    restart(choices, run.key_low ^ OF_POLICIES, of_turn, run.number)


def next_actor(s: State, rules: Rules, run: Run, generator: Generator) -> int:
    """Who acts: the floor, or a random one of those who may act at the same time.

    A heuristic proposer waits for the answer.
    """
    if s.phase == TRADE:
        if run.policies[s.offer_from] >= CAUTIOUS:
            return s.offer_to
        return s.offer_to if below(generator, 2) == 0 else s.offer_from
    if s.phase != AUCTION:
        return floor(s, rules)
    # Reservoir sampling: every seat that can act is equally likely.
    chosen = NOBODY
    able = 0
    for player in range(rules.num_players):
        if can_act(s, rules, player):
            able += 1
            if able == 1 or below(generator, able) == 0:
                chosen = player
    return chosen


@entry
def choose(
    s: State,
    rules: Rules,
    policy: int,
    player: int,
    buffer: ActionBuffer,
    generator: Generator,
    desk: Desk,
) -> Wide:
    """The action that a policy takes among the legal ones of a player."""
    return CHOOSING[policy](s, rules, policy, player, buffer, generator, desk)


def carry_out(
    s: State, rules: Rules, code: Wide, generator: Generator, run: Run, desk: Desk
) -> int:
    """Draw an action's outcome, carry it out and count it; PLAYING unless something is wrong."""
    outcome = draw_outcome(s, rules, code, generator)
    turns = s.turns
    kind = kind_of(code)
    # It was listed, so what `attempt` asks of all actions need not be asked again.
    refusal = ACTIONS[kind].rule(s, rules, player_of(code), code, outcome, True)
    run.actions += 1
    run.in_turn += 1
    run.longest_turn = max(run.longest_turn, run.in_turn)
    run.kinds[kind] += 1
    run.last_action = code
    run.last_outcome = outcome
    if refusal != LEGAL:
        return STUCK
    if s.turns > turns:
        run.turns += s.turns - turns
        run.in_turn = 0
    if run.checks:
        if run.checks == EVERYTHING or run.actions == 1:
            violation = first_violation(s, rules)
        else:
            violation = violation_since(s, rules, desk.checked)
        if run.checks == CHANGED:
            become(desk.checked, s)
        if violation != NOBODY:
            run.violation = violation
            return VIOLATED
    return PLAYING


@policy(STRONG)
def choose_by_search(
    s: State,
    rules: Rules,
    policy: int,
    player: int,
    buffer: ActionBuffer,
    generator: Generator,
    desk: Desk,
) -> Wide:
    """The candidate with the best playouts; forced moves cost nothing."""
    list_candidates(s, rules, player, buffer, desk, generator)
    if desk.candidates.count == 1:
        return desk.candidates.actions[0]
    desk.run.key_low = next_word(generator)
    desk.run.key_high = next_word(generator)
    return search(s, rules, player, desk)


def search(s: State, rules: Rules, player: int, desk: Desk) -> Wide:
    """The candidate with the best playouts, within the budget.

    The static value counts as one playout, and decides if there are no others.
    """
    candidates = desk.candidates
    run = desk.run
    alive = candidates.count
    usual = candidates.actions[0]
    run.most_turns = min(desk.horizon * live_players(s, rules), MOST_HORIZON)
    rounds = (alive - 1).bit_length()
    done: Wide = 0
    desk.searches += 1
    while alive > 1:
        each = desk.playouts // (rounds * alive)
        for i in range(alive):
            if candidates.actions[i] == usual:
                candidates.totals[i] += each * HEAD_START
            for number in range(done, done + each):
                status = play_at_desk(s, rules, candidates.actions[i], number, desk)
                value = value_of(desk, rules, status, player)
                candidates.totals[i] += value
        desk.played += alive * each
        done += each
        alive = halve(candidates, alive)
    return candidates.actions[0]


def play_at_desk(s: State, rules: Rules, code: Wide, number: Wide, desk: Desk) -> int:
    """Play a position out, after an action if there is one; return why that stopped."""
    set_out(s, number, desk)
    status = PLAYING
    if code != NOBODY:
        status = carry_out(desk.trial, rules, code, desk.dice, desk.run, desk)
    if status != PLAYING:
        return status
    return play_on(desk.trial, rules, desk.run, desk.dice, desk.choices, desk.buffer, desk)


def set_out(s: State, number: Wide, desk: Desk) -> None:
    """Begin a playout at the desk: its dice depend on its number and the turn alone."""
    become(desk.trial, s)
    clear_run(desk.run)
    desk.run.number = number
    key_turn(desk.run, s.turns, desk.dice, desk.choices)


def value_of(desk: Desk, rules: Rules, status: int, player: int) -> int:
    """The value of a playout's end: won, lost, or the chances from there."""
    if status == TERMINATED:
        winner = winner_of_game(desk.trial, rules)
        if winner == player:
            return CERTAIN
        return 0 if winner != NOBODY else CERTAIN // rules.num_players
    return int(chance_by_model(desk.trial, rules, player, desk.model))


def halve(candidates: Candidates, alive: int) -> int:
    """Move the better half to the front, earlier ones first among equals; return its size."""
    kept = (alive + 1) // 2
    for i in range(kept):
        for j in range(alive - 1, i, -1):
            code = candidates.actions[j]
            total = candidates.totals[j]
            if total > candidates.totals[j - 1]:
                candidates.actions[j] = candidates.actions[j - 1]
                candidates.totals[j] = candidates.totals[j - 1]
                candidates.actions[j - 1] = code
                candidates.totals[j - 1] = total
    return kept


@entry
def play_out(
    start: State,
    rules: Rules,
    desk: Desk,
    first: Wide,
    count: Wide,
    code: Wide,
    shares: list[Wide],
) -> None:
    """Play the playouts `first` to `first + count - 1` from a position, at the desk.

    If `code` is not NOBODY, that action comes first.
    Each playout writes the share of every seat: WHOLE for the winner.
    """
    for i in range(count):
        status = play_at_desk(start, rules, code, first + i, desk)
        divide(desk.trial, rules, status, i * MOST_PLAYERS, shares)


def divide(s: State, rules: Rules, status: int, place: Wide, shares: list[Wide]) -> None:
    """Write each seat's share of the win: of a game that was cut off, by static evaluation."""
    total: Wide = 0
    best = 0
    for player in range(rules.num_players):
        shares[place + player] = weight_of(s, rules, status, player)
        total += shares[place + player]
        if shares[place + player] > shares[place + best]:
            best = player
    left: Wide = WHOLE
    for player in range(rules.num_players):
        if player != best:
            shares[place + player] = WHOLE * shares[place + player] // max(total, 1)
            left -= shares[place + player]
    shares[place + best] = left


def weight_of(s: State, rules: Rules, status: int, player: int) -> Wide:
    """What a seat's share is in proportion to: 1 for the winners of a game that is over."""
    if s.is_bankrupt[player]:
        return 0
    if status != TERMINATED:
        own: Wide = strength(s, rules, player)
        return own * own
    worth = worth_at_the_end(s, rules, player)
    return all(
        s.is_bankrupt[other] or worth_at_the_end(s, rules, other) <= worth
        for other in range(rules.num_players)
    )


@entry
def play_rounds(
    start: State,
    rules: Rules,
    desk: Desk,
    seat: int,
    first: Wide,
    count: Wide,
    facts: list[Wide],
) -> None:
    """Play the next round of a seat from a position, `count` times, at the desk.

    A round lasts until the seat has rolled and everybody has had a turn: if it rolls in the turn
    that is under way, until its next turn begins, and otherwise to the end of its next turn.
    """
    for i in range(count):
        for place in range(FACTS):
            facts[i * FACTS + place] = 0
        set_out(start, first + i, desk)
        play_round(desk.trial, rules, desk.run, desk, seat, i * FACTS, facts)


def play_round(
    s: State, rules: Rules, run: Run, desk: Desk, seat: int, place: Wide, facts: list[Wide]
) -> None:
    """Play to the end of the round, of the game or of the seat's part in it."""
    begun = s.turns
    rolled_in = NOBODY
    while reason_to_stop(s, rules, run) == PLAYING:
        if s.turns != run.keyed_turn:
            if rolled_in != NOBODY and (rolled_in != begun or s.turn_player == seat):
                return
            key_turn(run, s.turns, desk.dice, desk.choices)
        if is_short(s, seat):
            facts[place + 1] = 1
        code = next_choice(s, rules, run, desk.choices, desk.buffer, desk)
        if code == NOTHING:
            return
        if player_of(code) == seat and kind_of(code) == PAY_TENTH_OF_WORTH:
            code = printed_tax(desk.buffer, code)  # TAX-1: a tenth would tell what it is worth
        cash = s.money[seat]
        status = carry_out(s, rules, code, desk.dice, run, desk)
        kind = kind_of(code)
        if rolled_in == NOBODY and player_of(code) == seat:
            if kind == ROLL_AND_MOVE or kind == ROLL_IN_JAIL:
                rolled_in = run.keyed_turn
        if not ACTIONS[kind].is_exchange:
            facts[place] += s.money[seat] - cash
        if s.is_bankrupt[seat]:
            facts[place + 2] = 1
            return
        if status != PLAYING:
            return


def printed_tax(buffer: ActionBuffer, code: Wide) -> Wide:
    """The payment of the printed tax, or raising money for it, where a tenth was chosen."""
    for i in range(buffer.count):
        kind = kind_of(buffer.actions[i])
        if kind == PAY_TAX or kind == PREVENT_BANKRUPTCY_ON_TAX:
            return buffer.actions[i]
    return code


def is_short(s: State, seat: int) -> bool:
    """DEBT-1: whether a seat owes more than its cash and must raise some, or fall."""
    return (
        s.phase == BANKRUPTCY_PREVENTION
        and s.debtor[0] == seat
        and s.money[seat] < s.debt_amount[0]
    )


CHOOSING = tuple(choosing for _, choosing in sorted(REGISTERED.items()))
"""How each policy chooses, by its number."""
