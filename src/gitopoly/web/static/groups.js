// Groups in words, and which deeds would complete one for somebody.
import { GROUP_SIGNS } from "./pieces.js";
import { has, t } from "./texts.js";

/** A whole group in words: by its colour, or by the name that its edition gives it. */
export function groupCalled(table, group) {
  if (group >= 8) return t(group === 8 ? "group.railroads" : "group.utilities");
  const name = table.game.printed.board.groups?.[group]; // replays of earlier versions have none
  if (!name) return t("board.group", { sign: GROUP_SIGNS[group] });
  const key = `group.${name.replaceAll(" ", "-")}`;
  return has(key) ? t(key) : t("group.named", { name });
}

/** How many deeds of a group somebody would have to get from its other owner to own all; 0: that is not enough. */
export function missing(table, square, receiver) {
  const { owners } = table.view;
  const giver = owners[square], { group } = table.squares[square];
  const members = table.squares.flatMap((one, at) => (one.group === group ? [at] : []));
  if (members.length < 2 || members.some((at) => owners[at] !== giver && owners[at] !== receiver)) return 0;
  return members.filter((at) => owners[at] === giver).length;
}

/** What a deed would complete for whoever gets it, in words; null if nothing. */
export function completing(table, square, receiver) {
  const count = missing(table, square, receiver);
  if (!count) return null;
  const facts = { name: table.name(receiver), group: groupCalled(table, table.squares[square].group) };
  const words = t(table.mine(receiver) ? "trade.mark.you" : "trade.mark.they", facts);
  return count > 1 ? `${words} (${t("trade.mark.all", { count })})` : words;
}

/** Which groups a trade would complete for whom; most trades are about that. */
export function completed(table, { from, to, gives, wants }) {
  const owners = [...table.view.owners];
  gives.deeds.forEach((square) => {
    owners[square] = to;
  });
  wants.deeds.forEach((square) => {
    owners[square] = from;
  });
  const groups = new Set([...gives.deeds, ...wants.deeds].map((square) => table.squares[square].group));
  return [...groups].flatMap((group) => {
    const seats = new Set(table.squares.flatMap((one, square) => (one.group === group ? [owners[square]] : [])));
    const [seat] = seats;
    if (seats.size > 1) return [];
    return [
      t(table.mine(seat) ? "trade.completes.you" : "trade.completes", {
        name: table.name(seat),
        group: groupCalled(table, group),
      }),
    ];
  });
}
