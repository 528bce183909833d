// The column beside the board: story, own deeds, and what was checked.
import { showDeed } from "./deed.js";
import { h, redrawOnChange } from "./dom.js";
import { atDoor } from "./link.js";
import { GROUP_SIGNS } from "./pieces.js";
import { StoryList } from "./story.js";
import { TalkPanel } from "./talk.js";
import { clock, houses, money, number, t, worded } from "./texts.js";

/** Tabs over one panel: for each how it is drawn, the facts that it shows, and perhaps a label that changes. */
export function tabbed(element, panels) {
  const names = Object.keys(panels);
  let current = names[0];
  const panel = h("div", { class: "panel", role: "tabpanel", id: "panel", tabindex: "0" });
  const buttons = names.map((name) =>
    h("button", {
      role: "tab",
      id: `tab-${name}`,
      "aria-controls": "panel",
      onclick: () => pick(name),
      onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) pick(names[(names.indexOf(current) + step + names.length) % names.length], true);
      },
    }, t(`tab.${name}`))
  );
  element.replaceChildren(h("div", { class: "tabs", role: "tablist", "aria-label": t("tab.label") }, buttons), panel);
  const draw = redrawOnChange(panel, () => [current, panels[current].facts()], () => [panels[current].draw()]);
  const redraw = () => {
    draw();
    names.forEach((name, place) => panels[name].label?.(buttons[place]));
  };
  const mark = () =>
    buttons.forEach((button, place) => {
      const selected = names[place] === current;
      button.setAttribute("aria-selected", selected);
      button.tabIndex = selected ? 0 : -1;
      if (selected) panel.setAttribute("aria-labelledby", button.id);
    });
  const pick = (name, focus) => {
    current = name;
    mark();
    panel.scrollTop = 0;
    draw();
    panels[name].shown?.();
    redraw();
    if (focus) buttons[names.indexOf(name)].focus();
  };
  mark();
  return redraw;
}

export function sideTabs(table, element) {
  const own = table.view.me === null ? {} : { // spectators own nothing
    deeds: {
      draw: () => deeds(table),
      facts: () => [table.view.owners, table.view.levels, table.view.mortgaged, table.view.me],
    },
  };
  const talk = table.view.talk ? new TalkPanel(table) : null, story = new StoryList(table);
  const said = talk && {
    talk: {
      draw: () => talk.element,
      facts: () => null, // it draws itself, so that a new line disturbs nobody's typing
      label: (button) => talk.label(button),
      shown: () => talk.seen(),
    },
  };
  const redraw = tabbed(element, {
    story: { draw: () => story.element, facts: () => null }, // it draws itself, too
    ...said,
    ...own,
    trust: {
      draw: () => trust(table),
      facts: () => [table.view.trust.map(({ draws: _, ...rest }) => rest), table.view.warnings],
    },
  });
  return () => {
    story.refresh();
    talk?.refresh();
    redraw();
  };
}

function deeds(table) {
  const { view } = table;
  const mine = table.squares.map((facts, square) => ({ ...facts, square })).filter(({ square }) =>
    view.me !== null && view.owners[square] === view.me
  ).sort((a, b) => a.group - b.group);
  if (!mine.length) return h("p", { class: "reason" }, t("deeds.none"));
  return h(
    "ul",
    { class: "deeds" },
    mine.map((facts) => {
      const group = table.squares.filter((one) => one.group === facts.group).length;
      const owned = table.squares.filter((one, square) =>
        one.group === facts.group && view.owners[square] === view.me
      ).length;
      const hints = [t("deeds.part", { owned, group })];
      if (view.levels[facts.square]) hints.push(houses(view.levels[facts.square]));
      if (view.mortgaged[facts.square]) hints.push(t("deed.mortgaged"));
      return h(
        "li",
        {},
        h(
          "button",
          {
            class: "deed-row",
            "data-focus": `deed-${facts.square}`,
            onclick: () => showDeed(table, facts.square),
          },
          h("span", { class: `chip big c${facts.group}`, "aria-hidden": "true" }, GROUP_SIGNS[facts.group]),
          h("span", { class: "grow" }, facts.name, h("br"), h("span", { class: "reason" }, hints.join(" · "))),
          h("span", { class: "reason" }, money(facts.price)),
        ),
      );
    }),
  );
}

/** How many keys there are, and who holds those of others. */
function keys({ trust }) {
  const held = trust.filter((seat) => seat.holder);
  if (!held.length) return null;
  return h("p", { class: "no" }, t("trust.keys", { count: trust.length, held: held.length, name: held[0].holder }));
}

function trust(table) {
  const { view } = table;
  const draws = view.trust[0]?.draws ?? 0;
  return [
    h("p", { class: "reason" }, t(atDoor() ? "trust.lead.guest" : "trust.lead")),
    keys(view),
    h(
      "ul",
      { class: "trust" },
      view.trust.map((seat) =>
        h(
          "li",
          {},
          h("strong", {}, seat.name, seat.own ? ` (${t("players.you")})` : ""),
          h("div", {}, t("trust.key"), " ", h("code", {}, seat.fingerprint || "…")),
          seat.holder ? h("div", { class: "no" }, t("trust.held", { name: seat.holder })) : null,
          h(
            "div",
            { class: seat.forked ? "no" : "ok" },
            seat.forked ? t("trust.forked") : t("trust.signed", { count: number(seat.entries) }),
          ),
          table.game.printed.dice === "joint"
            ? h("div", { class: "ok" }, t("trust.dice", { count: number(draws) }))
            : h("div", { class: "no" }, t("trust.seeded")),
          h(
            "div",
            { class: seat.error ? "no" : "ok" },
            seat.error ? worded(seat.error) : seat.own ? worded(seat.published) : t("trust.heard"),
          ),
          h(
            "div",
            { class: "reason" },
            t("trust.last", { time: clock(seat.time) }),
            " ",
            h("code", {}, seat.last.slice(0, 10)),
          ),
        )
      ),
    ),
    view.warnings.length
      ? h(
        "ul",
        { class: "trust" },
        view.warnings.map((warning) =>
          h(
            "li",
            {},
            h("strong", { class: "no" }, t("trust.alarm", { name: warning.seat })),
            h("div", {}, t(`evidence.${warning.code}`)),
            h("code", {}, warning.commits.join(" ")),
          )
        ),
      )
      : null,
  ].filter(Boolean);
}
