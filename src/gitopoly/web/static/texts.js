// The words of the page, from one catalogue, in the reader's language.

let catalogue = {};
let language = "en";

export const languages = { en: "English", de: "Deutsch" };

export async function loadTexts() {
  useTexts(await (await fetch("static/texts.json")).json());
}

/** Speak from a catalogue that is at hand. */
export function useTexts(texts) {
  catalogue = texts;
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
  return filled(catalogue[key]?.[language] ?? catalogue[key]?.en ?? key, facts);
}

const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => (name in facts ? facts[name] : `{${name}}`));

/** A text that the server wrote in English, if the catalogue has it under a prefix; else as it is. */
export function translated(prefix, text, facts) {
  const key = Object.keys(catalogue).find((one) => one.startsWith(prefix) && filled(catalogue[one].en, facts) === text);
  return key ? t(key, facts) : text;
}

/** How far one's moves are published, in the reader's language; what a host said about it stays as it is. */
export function published(text) {
  const behind = /^(\d+) moves? (?:is|are) not published since ([\d:]+)(.*)$/.exec(text || "");
  return behind ? `${t("published.behind", { count: behind[1], time: behind[2] })}${behind[3]}` : translated("published.", text, {});
}

export const has = (key) => key in catalogue;

/** How a street is built on, in words: a level of 5 is a hotel. */
export const houses = (level) => (level === 5 ? t("deed.hotel") : level === 1 ? t("deed.house.one") : t("deed.houses", { count: level }));

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
