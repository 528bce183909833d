// The log as a story; behind each line stands a commit.
import { h, open } from "./dom.js";
import { clock, has, money, signed, t } from "./texts.js";

/** One line in the reader's language. */
export function sentence(table, line) {
  if (!line.steps.length) return line.text;
  return line.steps.map((step) => told(table, step)).join(" ") || line.text;
}

function told(table, step) {
  const operation = /(Unmortgage|Upgrade|Mortgage|Downgrade|SellGroup)$/.exec(step.do)?.[1];
  let key = `story.${operation || step.do}`;
  const name = table.name(step.seat);
  const facts = {
    name, square: step.square === undefined ? "" : table.squares[step.square].name, amount: step.amount === undefined ? "" : money(step.amount),
    first: step.dice?.[0], second: step.dice?.[1], card: step.card?.replace(/\.$/, ""), to: step.to === undefined ? "" : table.name(step.to),
    winner: step.winner >= 0 ? table.name(step.winner) : "", other: step.starts === undefined ? "" : table.name(step.starts),
  };
  if (step.do === "ThrowForStart" && step.starts !== undefined) key = "story.ThrowForStart.starts";
  if (step.do === "RollInJail" && step.stays) key = "story.RollInJail.stays";
  if (step.do === "CloseAuction") key = step.winner < 0 ? "story.CloseAuction.nobody" : step.building ? "story.CloseAuction.building" : key;
  if (step.do === "TryPayUtilRent" && step.dice) key = "story.TryPayUtilRent.throw";
  if (step.do === "DrawAndExecuteChanceCard" || step.do === "DrawAndExecuteCommunityChestCard") key = "story.card";
  const move = (step.moves || []).find(([seat]) => seat === step.seat);
  let text = has(key) ? t(key, facts) : `${name}: ${step.do}`;
  if (move && (step.dice || step.card)) text += ` → ${table.squares[move[2]].name}`;
  if (step.owes) text += ` ${t("story.owes", { name: table.name(step.owes[0]), amount: money(step.owes[2]) })}`;
  return text;
}

export function storyList(table) {
  return h("ol", { class: "story", "aria-label": t("story.label") }, [...table.game.lines].reverse().map((line) => row(table, line)));
}

function row(table, line) {
  const changes = line.steps.flatMap((step) => step.money || []);
  return h("li", {},
    h("span", { class: `dot d${line.seat}` }),
    h("div", {}, h("div", {}, sentence(table, line)),
      changes.length ? h("div", { class: "deltas" }, changes.map(([seat, amount]) => h("span", { class: amount < 0 ? "loss" : "gain" }, `${table.name(seat)} ${signed(amount)} `))) : null),
    h("button", { class: "commit", "aria-label": t("story.commit", { id: line.id.slice(0, 7) }), "data-focus": line.id, onclick: () => showCommit(table, line) }, line.id.slice(0, 7)));
}

function showCommit(table, line) {
  const trust = table.view.trust[line.seat];
  const fact = (name, value) => [h("dt", {}, name), h("dd", {}, value)];
  const dialog = open(h("div", { class: "sheet" },
    h("h2", {}, t("commit.title")), h("p", {}, sentence(table, line)),
    h("dl", { class: "facts" },
      fact(t("commit.id"), h("code", {}, line.id)), fact(t("commit.author"), trust.name), fact(t("commit.time"), clock(line.time)),
      fact(t("commit.key"), h("code", {}, trust.fingerprint)), fact(t("commit.says"), line.text)),
    h("p", { class: "reason" }, t("commit.checked")),
    h("footer", {}, h("button", { class: "button", onclick: () => dialog.close() }, t("close")))), { label: t("commit.title") });
}
