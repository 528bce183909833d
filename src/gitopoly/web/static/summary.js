// What stands out in a game that is over: wealth, turning points, rents, and a check of all of it.
import { get } from "./api.js";
import { checking } from "./checking.js";
import { h } from "./dom.js";
import { earnings } from "./earnings.js";
import { momentText } from "./moments.js";
import { Playback } from "./playback.js";
import { sharing } from "./sharing.js";
import { t } from "./texts.js";
import { wealthChart } from "./wealth.js";

/** The summary of a finished game, filled as soon as its replay has come. */
export function summary(table) {
  const box = h("div", { class: "summary" }, h("p", { class: "reason", role: "status" }, t("end.loading")));
  const path = `api/games/${encodeURIComponent(table.id)}`;
  table.past ??= lookBack(path); // once, however often the middle is drawn
  table.past.then((replay) => box.replaceChildren(...parts(table, replay, path))).catch((error) => {
    table.past = null;
    box.replaceChildren(h("p", { class: "reason", role: "status" }, error.message));
  });
  return box;
}

/** The replay; where many want it from one host at once, each asks again later. */
async function lookBack(path, wait = 2000) {
  try {
    return await get(`${path}/replay`);
  } catch (error) {
    if (error.status !== 429) throw error;
    await new Promise((next) => setTimeout(next, wait * (1 + Math.random() / 2)));
    return lookBack(path, Math.min(2 * wait, 30_000));
  }
}

function parts(table, replay, path) {
  const playback = new Playback(replay), facts = replay.summary;
  const address = (frame) => `#replay/${encodeURIComponent(table.id)}/${frame}`;
  const chart = wealthChart(table, playback, () => {}); // a finger that scrolls past it leads nowhere
  chart.show(playback.last);
  return [
    chart.element,
    checking(path, facts),
    ...earnings(table, facts),
    ...turningPoints(table, replay, playback, address),
    sharing(path),
  ];
}

/** The moments after which wealth was divided most differently, each a link into the replay. */
function turningPoints(table, { moments, summary: { points } }, playback, address) {
  if (!points.length) return [];
  return [
    h("h2", {}, t("end.points")),
    h(
      "ol",
      { class: "moments points" },
      points.map((place) => moments[place]).map((moment) =>
        h(
          "li",
          {},
          h(
            "a",
            { class: `moment m-${moment.kind}`, href: address(moment.frame) },
            h("span", { class: "line" }, momentText(table, moment)),
            h("span", { class: "when" }, t("replay.turn", { turn: playback.turn(moment.frame) })),
          ),
        )
      ),
    ),
  ];
}
