// The standing orders of a seat: a text that `gitopoly attend` follows while its owner is away.
import { post } from "./api.js";
import { h, open, toast } from "./dom.js";
import { t, worded } from "./texts.js";

/** Show the orders of a seat, and keep what the person writes. */
export async function orders(table) {
  const place = `api/games/${encodeURIComponent(table.id)}`;
  let found;
  try {
    found = await post(`${place}/orders`, {});
  } catch (error) {
    toast(error.message);
    return;
  }
  const text = /** @type {HTMLTextAreaElement} */ (h("textarea", {
    id: "orders",
    rows: 18,
    spellcheck: false,
    autocapitalize: "off",
    "aria-describedby": "orders-wrong",
  }));
  text.value = found.text;
  const wrong = h("p", { class: "reason", id: "orders-wrong", role: "alert" });
  const keep = async () => {
    const answer = await post(`${place}/give-orders`, { text: text.value }).catch((error) => ({
      wrong: { text: error.message },
    }));
    wrong.textContent = answer.wrong ? worded(answer.wrong) : "";
    if (answer.wrong) {
      text.focus();
      return;
    }
    dialog.close();
    toast(t("orders.kept"));
  };
  const dialog = open(
    h(
      "div",
      { class: "sheet orders" },
      h("h2", {}, t("orders.title")),
      h("p", {}, t("orders.help")),
      h("label", { for: "orders" }, t("orders.label")),
      text,
      wrong,
      h(
        "footer",
        {},
        h("button", { class: "button", onclick: () => dialog.close() }, t("cancel")),
        h("button", { class: "button primary", "data-do": "keep-orders", onclick: keep }, t("orders.keep")),
      ),
    ),
    { label: t("orders.title"), wide: true },
  );
}
