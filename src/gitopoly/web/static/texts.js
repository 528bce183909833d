// The words of the page, from one catalogue, in the reader's language.

let catalogue = {};
let language = "en";

export const languages = { en: "English", de: "Deutsch" };

export async function loadTexts() {
  catalogue = await (await fetch("static/texts.json")).json();
  const wanted = stored("language") || (navigator.language || "en").slice(0, 2);
  setLanguage(wanted in languages ? wanted : "en");
}

export function setLanguage(name) {
  language = name;
  document.documentElement.lang = name;
  store("language", name);
}

export const currentLanguage = () => language;

/** A text of the catalogue, with what stands in braces filled in. */
export function t(key, facts = {}) {
  const text = catalogue[key]?.[language] ?? catalogue[key]?.en ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => (name in facts ? facts[name] : `{${name}}`));
}

export const has = (key) => key in catalogue;

export const number = (value) => value.toLocaleString(language);
export const money = (value) => `${value < 0 ? "−" : ""}$${number(Math.abs(value))}`;
export const signed = (value) => `${value < 0 ? "−" : "+"}$${number(Math.abs(value))}`;
export const clock = (seconds) => new Date(seconds * 1000).toLocaleString(language);
export const list = (words) => new Intl.ListFormat(language).format(words);

/** Why something is refused; the server's own words where the catalogue has none. */
export function reason(refused) {
  return catalogue[`refusal.${refused.key}`]?.[language] ?? refused.text;
}

export function stored(name) {
  try { return localStorage.getItem(`gitopoly.${name}`); } catch { return null; }
}

export function store(name, value) {
  try { localStorage.setItem(`gitopoly.${name}`, value); } catch { /* private windows keep nothing */ }
}
