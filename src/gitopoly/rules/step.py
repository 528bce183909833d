"""One step of the game: the action that a code means, checked or carried out; and what is legal.

With `act` false a step only answers whether the action is legal, and if not, why not;
with `act` true it also carries it out. What all actions have in common is checked here by their
declarations; guards and effects of each stand together, in the rule's own function.

What is legal is found by asking: every action of the phase, or of the square under the token, is
put to its own rule, unless it lists itself. Then come operations: what costs money by square,
single sales by square, sales of whole groups; offers are last. The order never changes, because
seeded games depend on it.
"""

from gitopoly.rules.actions import (
    ACTIONS,
    FIRST_LANDING,
    KINDS,
    LAND_ON_GO_TO_JAIL,
    LISTED,
    PAY_JAIL_FINE,
    WINDOW_PHASES,
)
from gitopoly.rules.board import landing_of, terminated
from gitopoly.rules.buffer import ActionBuffer, add, put
from gitopoly.rules.catalogue import ANYBODY, KIND_BITS, OFFER_TRADE, code_of, kind_of, player_of
from gitopoly.rules.codes import (
    AUCTION,
    BANKRUPTCY_PREVENTION,
    GO_TO_JAIL,
    NOBODY,
    OWN,
    POST_ROLL,
    TRADE,
    UNOWNED,
)
from gitopoly.rules.property import list_purchases, list_sales, refusal_of_window
from gitopoly.rules.record import Wide
from gitopoly.rules.refusals import (
    GAME_OVER,
    LEGAL,
    NO_SUCH_ACTION,
    NO_SUCH_PLAYER,
    NOT_FOR_SALE,
    NOT_OWN,
    NOT_OWNED,
    NOT_THAT_SQUARE,
    NOT_THE_FLOOR,
    ONLY_TO_RAISE,
    OUT_OF_THE_GAME,
    WRONG_PHASE,
)
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.trade import list_offers, refusal_to_offer
from gitopoly.rules.turn import floor


def step(s: State, rules: Rules, code: Wide, outcome: int, act: bool) -> int:
    """Check an action, or carry it out. Returns LEGAL or the refusal."""
    if terminated(s, rules):
        return GAME_OVER
    return attempt(s, rules, code, outcome, act)


def attempt(s: State, rules: Rules, code: Wide, outcome: int, act: bool) -> int:
    """BANKRUPT-5: a step in a game that is known to be going on, by a player who is in it."""
    kind = kind_of(code)
    if kind >= KINDS:
        return NO_SUCH_ACTION
    player = player_of(code)
    if player >= rules.num_players:
        return NO_SUCH_PLAYER
    if s.is_bankrupt[player]:
        return OUT_OF_THE_GAME
    known = ACTIONS[kind]
    if not known.phases >> s.phase & 1:
        refusal = refusal_outside_phase(s, rules, kind, player)
    elif known.by != ANYBODY and player != floor(s, rules):
        refusal = NOT_THE_FLOOR
    elif known.operation != NOBODY:
        refusal = refusal_of_window(s, rules)
    elif s.phase == POST_ROLL and known.landings:
        refusal = refusal_of_landing(s, rules, player, known.landings)
    else:
        refusal = LEGAL
    if refusal:
        return refusal
    return known.rule(s, rules, player, code, outcome, act)  # type: ignore[no-any-return]


def refusal_of_landing(s: State, rules: Rules, player: int, landings: int) -> int:
    """TIME-4, BUY-1, RENT-1: an action belongs to some squares, or to deeds of some owners."""
    if landings >> landing_of(s, rules, player) & 1:
        return LEGAL
    square = s.positions[player]
    if rules.group[square] == NOBODY:
        return NOT_THAT_SQUARE
    if landings == 1 << UNOWNED:
        return NOT_FOR_SALE
    if landings == 1 << OWN:
        return NOT_OWN
    return NOT_OWNED if landings >> rules.square_type[square] & 1 else NOT_THAT_SQUARE


def refusal_outside_phase(s: State, rules: Rules, kind: int, player: int) -> int:
    """TIME-1, TRADE-1, DEBT-2: an action outside its phase, which only defects allow."""
    if is_possible_anywhere(rules, kind):
        if player != s.turn_player:
            return NOT_THE_FLOOR
        if kind == LAND_ON_GO_TO_JAIL:
            return refusal_of_landing(s, rules, player, 1 << GO_TO_JAIL)
        return LEGAL
    if kind == OFFER_TRADE:
        return refusal_to_offer(s, rules, player)
    if ACTIONS[kind].operation != NOBODY and s.phase == BANKRUPTCY_PREVENTION:
        return ONLY_TO_RAISE
    return WRONG_PHASE


def is_possible_anywhere(rules: Rules, kind: int) -> bool:
    """Whether a published defect lets the turn player take an action outside its phase."""
    if kind == PAY_JAIL_FINE:
        return rules.defect_fine_in_any_phase != 0
    return kind == LAND_ON_GO_TO_JAIL and rules.defect_go_to_jail_in_any_phase != 0


def list_actions(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """Write the legal actions of one player; a seat that is not at the table has none."""
    buffer.count = 0
    if 0 <= player < rules.num_players and not terminated(s, rules):
        list_while_playing(s, rules, player, buffer)


def list_while_playing(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """The legal actions of one player in a game that is known to be going on."""
    buffer.count = 0
    has_floor = player == floor(s, rules)
    if rules.defect_fine_in_any_phase or rules.defect_go_to_jail_in_any_phase:
        list_defects(s, rules, player, buffer)
    if not has_floor and s.phase != AUCTION and s.phase != TRADE:
        return
    place = FIRST_LANDING + landing_of(s, rules, player) if s.phase == POST_ROLL else s.phase
    for known in LISTED[place]:
        if known.by == ANYBODY or has_floor:
            if known.listed is not None:
                known.listed(s, rules, player, buffer)
            else:
                code = known.kind | player << KIND_BITS
                if known.rule(s, rules, player, code, 0, False) == LEGAL:
                    put(buffer, code, 0)
    if WINDOW_PHASES >> s.phase & 1 and refusal_of_window(s, rules) == LEGAL:
        if s.holdings[player] != 0:
            if s.phase != BANKRUPTCY_PREVENTION:
                list_purchases(s, rules, player, buffer)
            list_sales(s, rules, player, buffer)
        list_offers(s, rules, player, buffer)


def list_defects(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
    """What the published defects let the turn player do outside the proper phase."""
    for kind in (PAY_JAIL_FINE, LAND_ON_GO_TO_JAIL):
        if (
            player == s.turn_player
            and is_possible_anywhere(rules, kind)
            and not ACTIONS[kind].phases >> s.phase & 1
        ):
            code = code_of(kind, player)
            add(buffer, attempt(s, rules, code, 0, False), code)
