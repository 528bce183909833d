// What an analysis found in a game, in the reader's language.
import { groupCalled } from "./groups.js";
import { sentence } from "./story.js";
import { t } from "./texts.js";

/** A decision, what it cost, and what was better. */
export function mistakeText(table, { seat, loss, done, better, unmade, owner, group }) {
  const facts = {
    name: table.name(seat),
    loss,
    done: sentence(table, { steps: [done] }),
    better: better ? sentence(table, { steps: [better] }) : t("analysis.roll"),
  };
  if (unmade) return t("analysis.unmade", facts);
  if (owner === undefined) return t("analysis.cost", facts);
  return t("analysis.cost.completes", { ...facts, owner: table.name(owner), group: groupCalled(table, group) });
}

/** A step after which chances were very different. */
export const swingText = (table, { seat, change, done }) =>
  t("analysis.swing", { name: table.name(seat), change: percent(change), done: sentence(table, { steps: [done] }) });

/** What a trade did to the chances of both sides; empty if no analysis looked at it. */
export function verdictText(table, replay, frame) {
  const found = replay.chances?.trades?.find((one) => one.frame === frame);
  if (!found) return "";
  const [gain, theirs] = found.gains.map((one) => one === null ? t("analysis.unclear") : percent(one));
  const [name, other] = found.seats.map((seat) => table.name(seat));
  return t("analysis.verdict", { verdict: t("analysis.trade", { name, other, gain, theirs }) });
}

const percent = (change) => `${change < 0 ? "−" : "+"}${Math.abs(change)} %`;
