// Mistakes that an analysis found, in the reader's language.
import { groupCalled } from "./groups.js";
import { sentence } from "./story.js";
import { t } from "./texts.js";

/** A decision, what it cost, and what was better. */
export function mistakeText(table, { seat, loss, done, better, owner, group }) {
  const facts = {
    name: table.name(seat),
    loss,
    done: sentence(table, { steps: [done] }),
    better: better ? sentence(table, { steps: [better] }) : t("analysis.roll"),
  };
  if (owner === undefined) return t("analysis.cost", facts);
  return t("analysis.cost.completes", { ...facts, owner: table.name(owner), group: groupCalled(table, group) });
}
