// The words of the page, from one catalogue, in the reader's language.

let catalogue = { en: {} };
let language = "en";

/** Every language there is, by its short name, as its own speakers call it. */
export const languages = () => Object.fromEntries(Object.entries(catalogue).map(([name, texts]) => [name, texts.language]));

export async function loadTexts() {
  useTexts(await (await fetch("static/texts.json")).json());
}

/** Speak from a catalogue that is at hand. */
export function useTexts(texts) {
  catalogue = texts;
  const wanted = stored("language") || (navigator.language || "en").slice(0, 2);
  setLanguage(wanted in catalogue ? wanted : "en");
}

export function setLanguage(name) {
  language = name;
  document.documentElement.lang = name;
  store("language", name);
}

export const currentLanguage = () => language;

/** A text of the catalogue, with what stands in braces filled in. */
export function t(key, facts = {}) {
  return filled(text(key) ?? key, facts);
}

/** A text of the reader's language, else in English. */
const text = (key) => catalogue[language][key] ?? catalogue.en[key];

const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => (name in facts ? facts[name] : `{${name}}`));

/** A sentence that the server filled in in English, in the reader's language; as it is where no template fits. */
export function translatedSentence(prefix, said) {
  for (const [key, template] of Object.entries(catalogue.en)) {
    const found = key.startsWith(prefix) && pattern(template).exec(said);
    if (found) return `${t(key, found.groups)}.`;
  }
  return said;
}

const pattern = (template) => new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+)")}\\.$`);

/** A text that the server wrote in English, if the catalogue has it under a prefix; else as it is. */
export function translated(prefix, said, facts) {
  const key = Object.keys(catalogue.en).find((one) => one.startsWith(prefix) && filled(catalogue.en[one], facts) === said);
  return key ? t(key, facts) : said;
}

/** What a card says: a language has it under the English words of its deck, if it has it. */
export function translatedCard(said, squares) {
  const found = Object.entries(catalogue[language]).find(([key]) => key.startsWith("drawn.") && filled(key.slice("drawn.".length), squares) === said);
  return found ? filled(found[1], squares) : said;
}

/** How far one's moves are published, in the reader's language; what a host said about it stays as it is. */
export function publishStatus(text) {
  const behind = /^(\d+) moves? (?:is|are) not published since ([\d:]+)(.*)$/.exec(text || "");
  return behind ? `${t("published.behind", { count: behind[1], time: behind[2] })}${behind[3]}` : translated("published.", text, {});
}

export const has = (key) => key in catalogue.en;

/** How a street is built on, in words: a level of 5 is a hotel. */
export const houses = (level) => (level === 5 ? t("deed.hotel") : level === 1 ? t("deed.house.one") : t("deed.houses", { count: level }));

export const number = (value) => value.toLocaleString(language);
export const money = (value) => `${value < 0 ? "−" : ""}$${number(Math.abs(value))}`;
export const signed = (value) => `${value < 0 ? "−" : "+"}$${number(Math.abs(value))}`;
export const clock = (seconds) => new Date(seconds * 1000).toLocaleString(language);
export const list = (words) => new Intl.ListFormat(language).format(words);

/** Why something is refused, said to whoever reads it where there are words for that. */
export function reason(refused) {
  const { key } = refused;
  return catalogue[language][`refusal.${key}.you`] ?? catalogue[language][`refusal.${key}`] ?? text(`refusal.${key}.you`) ?? text(`refusal.${key}`) ?? refused.text;
}

export function stored(name) {
  try { return localStorage.getItem(`gitopoly.${name}`); } catch { return null; }
}

export function store(name, value) {
  try { localStorage.setItem(`gitopoly.${name}`, value); } catch { /* private windows keep nothing */ }
}
