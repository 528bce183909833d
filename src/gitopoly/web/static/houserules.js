// House rules for a new game: presets, and each rule with a line that explains it.
import { h } from "./dom.js";
import { money, t } from "./texts.js";

const OWN = "own";
const SEAT = "starting_money_";

/** Which values a rule shows as sums of money. */
const SUMS = ["free_parking_seed"];

export function houseRules(bots) {
  const rules = new Map(), seats = h("div", { class: "fields" });
  const presets = h("div", { class: "presets" }), groups = h("div", { class: "groups" });
  let known = {}, brought = {};

  /** What is chosen, without what is off. */
  const values = () => {
    const found = {};
    for (const [name, { input, needs }] of rules) {
      const value = input.type === "checkbox" ? Number(input.checked) : Number(input.value);
      if (value && (!needs || rules.get(needs).input.checked)) found[name] = value;
    }
    return found;
  };
  const preset = () => {
    const chosen = values();
    return Object.keys(known).find((name) => !differing(known[name], chosen).length) ?? OWN;
  };
  const onOffer = (options) => Object.fromEntries(Object.entries(options).filter(([name]) => rules.has(name)));
  const update = () => {
    for (const { input, needs } of rules.values()) if (needs) input.disabled = !rules.get(needs).input.checked;
    presets.querySelector(`input[value="${preset()}"]`).checked = true;
  };
  const apply = (options) => {
    for (const [name, { input }] of rules) {
      const value = options[name] ?? 0;
      if (input.type === "checkbox") input.checked = value === 1;
      else setNumber(input, name, value);
    }
    update();
  };
  const seatFields = () => {
    const kept = [...seats.querySelectorAll("input")].map((input) => input.value);
    seats.replaceChildren(
      ...Array.from({ length: Number(bots.value) + 1 }, (_, seat) => {
        const id = `${SEAT}${seat + 1}`;
        const label = seat ? t("house.money.opponent", { number: seat }) : t("house.money.you");
        return h(
          "div",
          { class: "field" },
          h("label", { for: id }, label),
          h("input", {
            type: "number",
            id,
            min: 1,
            max: 100000,
            step: 1,
            value: kept[seat] ?? "",
            placeholder: brought[id],
          }),
        );
      }),
    );
  };
  bots.addEventListener("change", seatFields);

  return {
    element: h(
      "section",
      { class: "house", "aria-labelledby": "house-title" },
      h("h3", { id: "house-title" }, t("house.title")),
      h("fieldset", {}, h("legend", {}, t("house.preset")), presets),
      groups,
      h(
        "fieldset",
        {},
        h("legend", {}, t("house.group.seats")),
        h("p", { class: "reason" }, t("house.seats.why")),
        seats,
      ),
    ),
    offer: ({ groups: offered, presets: found }) => {
      known = found;
      presets.replaceChildren(...[...Object.keys(found), OWN].map((name) => choice(name, () => apply(found[name]))));
      groups.replaceChildren(...offered.map((group) => fieldset(group, rules, update)));
      seatFields();
      apply({});
    },
    /** Another edition brings other rules; whoever has chosen their own keeps them. */
    suit: (options) => {
      const before = brought, untouched = !differing(onOffer(before), values()).length;
      brought = options;
      if (untouched) apply(options);
      seatFields();
    },
    /** What differs from what the edition brings. */
    chosen: () => {
      const form = values(), options = {};
      for (const name of differing(onOffer(brought), form)) options[name] = form[name] ?? 0;
      for (const input of seats.querySelectorAll("input")) if (input.value) options[input.id] = Number(input.value);
      return options;
    },
  };
}

/** The rules in which two choices differ; what is not named is off. */
const differing = (one, other) =>
  Object.keys({ ...one, ...other }).filter((name) => (one[name] ?? 0) !== (other[name] ?? 0));

/** One preset. Nobody chooses "own": it is what a changed rule makes of another. */
function choice(name, apply) {
  const own = name === OWN;
  return h(
    "label",
    { class: "check" },
    h("input", { type: "radio", name: "preset", value: name, disabled: own, onchange: own ? null : apply }),
    h("span", {}, t(`house.preset.${name}`), h("small", { class: "reason" }, t(`house.preset.${name}.why`))),
  );
}

function fieldset(group, rules, update) {
  return h(
    "fieldset",
    {},
    h("legend", {}, t(`house.group.${group.name}`)),
    group.rules.map((rule) => {
      const { input, element } = rule.values.length ? number(rule, update) : flag(rule, update);
      rules.set(rule.name, { input, needs: rule.needs });
      return element;
    }),
  );
}

const why = (name) => h("small", { class: "reason", id: `why-${name}` }, t(`house.${name}.why`));

function flag({ name }, update) {
  const input = h("input", {
    type: "checkbox",
    id: `rule-${name}`,
    "aria-describedby": `why-${name}`,
    onchange: update,
  });
  const label = h("label", { for: input.id }, t(`house.${name}`));
  return { input, element: h("div", { class: "rule" }, input, h("div", {}, label, why(name))) };
}

const numberText = (name, value) =>
  value ? (SUMS.includes(name) ? money(value) : t(`house.${name}.some`, { count: value })) : t(`house.${name}.none`);

/** Choose a number; an edition may bring one that the page does not offer. */
function setNumber(input, name, value) {
  if (![...input.options].some((option) => Number(option.value) === value)) {
    input.append(h("option", { value }, numberText(name, value)));
  }
  input.value = String(value);
}

function number({ name, values }, update) {
  const input = h(
    "select",
    { id: `rule-${name}`, "aria-describedby": `why-${name}`, onchange: update },
    values.map((value) => h("option", { value }, numberText(name, value))),
  );
  return {
    input,
    element: h("div", { class: "field" }, h("label", { for: input.id }, t(`house.${name}`)), input, why(name)),
  };
}
