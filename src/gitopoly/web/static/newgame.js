// What else can be chosen for a new game: opponents, board, an edition of one's own, house rules.
import { post } from "./api.js";
import { h } from "./dom.js";
import { houseRules } from "./houserules.js";
import { has, t } from "./texts.js";

/** The longest file that the server takes, with room for the rest of the request. */
const LONGEST = 48_000;
const OWN = "file";

const named = (kind, name) => (has(`${kind}.${name}`) ? t(`${kind}.${name}`) : name);

function fill(place, kind, names, usual) {
  place.replaceChildren(
    ...names.map((name) => h("option", { value: name, selected: name === usual }, named(kind, name))),
  );
}

/** Collapsed until somebody opens it; `bots` tells how many opponents there are. */
export function choices(bots) {
  const policy = h("select", { id: "policy" });
  const edition = h("select", { id: "edition" });
  const board = h("select", { id: "board" });
  const house = houseRules(bots);
  const file = ownEdition(edition);
  const hints = h("input", { type: "checkbox", id: "hints" });
  let brought = {};
  edition.addEventListener("change", () => house.suit(edition.value === OWN ? file.brings() : brought[edition.value]));
  const field = (name, input) => h("div", { class: "field" }, h("label", { for: input.id }, t(`home.${name}`)), input);
  return {
    element: h(
      "details",
      { class: "more" },
      h("summary", {}, t("home.more")),
      h("div", { class: "fields" }, field("policy", policy), field("edition", edition), field("board", board)),
      file.element,
      house.element,
      h("label", { class: "check" }, hints, t("advice.allow")),
    ),
    offer: ({ policies, usual, editions, boards, house: rules }) => {
      fill(policy, "policy", policies, usual);
      fill(edition, "edition", editions, "classic");
      fill(board, "board.names", boards.filter((name) => has(`board.names.${name}`)), "us");
      brought = rules.editions;
      house.offer(rules);
    },
    chosen: () => {
      const options = house.chosen(), own = edition.value === OWN;
      if (!own && board.value && board.value !== "us") options.board = board.value;
      return {
        policy: policy.value,
        edition: own ? "classic" : edition.value || "classic",
        options,
        file: own ? file.chosen() : {},
        hints: hints.checked,
      };
    },
  };
}

/** An edition from a file on this computer; the server checks it and says everything that is wrong. */
function ownEdition(edition) {
  const input = h("input", { type: "file", id: "own", accept: ".toml,text/plain" });
  const said = h("div", { class: "said", role: "status" });
  let found = {}, brings = {};
  const pick = (name) => {
    edition.value = name;
    edition.dispatchEvent(new Event("change"));
  };
  const show = (text, problems = []) =>
    said.replaceChildren(
      h("p", { class: problems.length ? "no" : "reason" }, text),
      problems.length ? h("ul", { class: "problems" }, problems.map((problem) => h("li", {}, problem))) : "",
    );
  const forget = () => {
    found = {};
    const option = edition.querySelector(`option[value="${OWN}"]`);
    if (option?.selected) pick("classic");
    option?.remove();
  };
  input.addEventListener("change", async () => {
    forget();
    const [chosen] = input.files;
    if (!chosen) {
      said.replaceChildren();
      return;
    }
    if (chosen.size > LONGEST) {
      show(t("own.too_long", { name: chosen.name }));
      return;
    }
    const file = { name: chosen.name.replace(/\.toml$/, ""), text: await chosen.text() };
    try {
      const { summary, house, problems } = await post("api/edition", file);
      if (problems.length) {
        show(t("own.problems", { name: chosen.name }), problems);
        return;
      }
      found = file;
      brings = house;
      edition.append(h("option", { value: OWN }, t("own.chosen", { name: chosen.name })));
      pick(OWN);
      show(summary);
    } catch (error) {
      show(error.message);
    }
  });
  return {
    element: h(
      "div",
      { class: "field own" },
      h("label", { for: "own" }, t("own.file")),
      input,
      said,
    ),
    chosen: () => found,
    brings: () => brings,
  };
}
