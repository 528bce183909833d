// How the person wants to play and see the page.
import { h, open, toast } from "./dom.js";
import { atDoor } from "./link.js";
import { noticeFields } from "./notices.js";
import { soundFields } from "./sounds.js";
import { hintField } from "./welcome.js";
import { currentLanguage, languages, setLanguage, store, stored, t } from "./texts.js";

export function useTheme(name = stored("theme") || "auto") {
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  store("theme", name);
}

export function settings(table) {
  const again = () => {
    dialog.close();
    if (table?.game) table.redraw();
    else dispatchEvent(new Event("hashchange"));
    /** @type {HTMLElement} */ (document.querySelector("[data-do=settings]"))?.focus();
  };
  const choice = (id, label, current, values, onpick) =>
    h(
      "div",
      { class: "field" },
      h("label", { for: id }, label),
      h(
        "select",
        { id, onchange: (event) => onpick(event.target.value) },
        Object.entries(values).map(([value, text]) => h("option", { value, selected: value === current }, text)),
      ),
    );
  const play = table?.game?.view.settings, live = !table?.game || table.send; // a replay is neither heard nor awaited
  const adjust = (change) => table.send("settings", change);
  const check = (label, name, help) =>
    h(
      "div",
      {},
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          checked: play[name],
          onchange: (event) => adjust({ [name]: event.target.checked }),
        }),
        label,
      ),
      h("p", { class: "reason" }, help),
    );
  const playing = play && table.view.me !== null
    ? [
      choice("pace", t("settings.pace"), play.pace, {
        slow: t("pace.slow"),
        normal: t("pace.normal"),
        fast: t("pace.fast"),
        instant: t("pace.instant"),
      }, (pace) => adjust({ pace })),
      check(t("settings.hold"), "hold", t("settings.hold.help")),
      check(t("settings.passing"), "passing", t("settings.passing.help")),
      table.view.seats?.some((seat) => seat.bot)
        ? check(t("settings.offers"), "offers", t("settings.offers.help"))
        : atDoor()
        ? null
        : h("button", {
          class: "button",
          "data-do": "orders",
          onclick: () => table.orders(),
        }, t("orders.title")),
    ]
    : [];
  const guests = table?.guests && !atDoor() && table.game?.view.devices.length
    ? h("button", {
      class: "button",
      "data-do": "guests",
      onclick: () => {
        dialog.close();
        table.guests();
      },
    }, t("device.title"))
    : null;
  const resign = play && table.view.me !== null && !table.view.over && !table.view.seats?.[table.view.me].out
    ? h("button", { class: "button danger", onclick: () => confirmResign(table, dialog) }, t("settings.resign"))
    : null;
  const dialog = open(
    h(
      "div",
      { class: "sheet" },
      h("h2", {}, t("nav.settings")),
      choice("language", t("settings.language"), currentLanguage(), languages(), (name) => {
        setLanguage(name).then(again, () => toast(t("error.unreachable")));
      }),
      choice("theme", t("settings.theme"), stored("theme") || "auto", {
        auto: t("theme.auto"),
        light: t("theme.light"),
        dark: t("theme.dark"),
      }, useTheme),
      live ? soundFields() : null,
      playing,
      guests,
      live ? [hintField(), noticeFields()] : null,
      h("footer", {}, resign, h("button", { class: "button primary", onclick: () => dialog.close() }, t("close"))),
    ),
    { label: t("nav.settings") },
  );
}

function confirmResign(table, before) {
  before.close();
  const dialog = open(
    h(
      "div",
      { class: "sheet" },
      h("h2", {}, t("settings.resign")),
      h("p", {}, t("resign.sure")),
      h(
        "footer",
        {},
        h("button", { class: "button", onclick: () => dialog.close() }, t("cancel")),
        h("button", {
          class: "button danger",
          onclick: () => {
            table.send("resign");
            dialog.close();
          },
        }, t("settings.resign")),
      ),
    ),
    { label: t("settings.resign") },
  );
}
