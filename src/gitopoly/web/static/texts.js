// The words of the page, from one catalogue, in the reader's language.

let catalogue = { en: {} };
let language = "en";
/** Whether all texts of all languages are here. */
let complete = false;

/** Every language there is, by its short name, with its own name for itself. */
export const languages = () =>
  Object.fromEntries(Object.entries(catalogue).map(([name, texts]) => [name, texts.language]));

const wanted = () => stored("language") || (navigator.language || "en").slice(0, 2);

/** The texts of one language; of the others, what they are called. */
const fetched = async (name) => (await fetch(`static/texts.json?language=${encodeURIComponent(name)}`)).json();

/** Load the texts of the reader's language. */
export async function loadTexts() {
  catalogue = await fetched(wanted());
  use(wanted());
}

/** Use a catalogue of all languages that is already loaded. */
export function useTexts(texts) {
  catalogue = texts;
  complete = true;
  use(wanted());
}

/** Turn to another language; its texts are loaded where they are not here yet. */
export async function setLanguage(name) {
  if (!complete) catalogue = await fetched(name);
  use(name);
}

function use(name) {
  language = name in catalogue ? name : "en";
  document.documentElement.lang = language;
  store("language", language);
}

export const currentLanguage = () => language;

/** A text of the catalogue, with the placeholders in braces filled in. */
export function t(key, facts = {}) {
  return filled(text(key) ?? key, facts);
}

/** A text of the reader's language, or in English. */
const text = (key) => catalogue[language][key] ?? catalogue.en[key];

const filled = (text, facts) =>
  text.replace(/\{(\w+)\}/g, (_, name) => (name in facts ? plain(facts[name]) : `{${name}}`));

/** A fact may be a number, or a message of its own: why something failed. */
const plain = (fact) => (fact?.text ? worded(fact) : typeof fact === "number" ? number(fact) : fact);

/** What a card says, if the reader's language has it; otherwise as its deck has it. */
export function translatedCard(key, said, squares) {
  const found = catalogue[language][`drawn.${key}`];
  return found ? filled(found, squares).replaceAll("$", () => currency) : said;
}

const translated = new WeakMap();

/** The squares of a board, with the names that the reader's language has for them. */
export function translatedSquares(squares) {
  const known = translated.get(squares);
  if (known?.language === language) return known.squares;
  const named = squares.map((one) => ({ ...one, name: catalogue[language][`named.${one.key}`] ?? one.name }));
  translated.set(squares, { language, squares: named });
  return named;
}

/** What the server says with a key, in the reader's language; in English, `text` says more than its kind. */
export const worded = ({ told, kind, text }) =>
  told ? t(told.key, told.facts) : kind?.key in catalogue[language] ? t(kind.key, kind.facts) : text;

export const has = (key) => text(key) !== undefined;

let hotel = 5;

/** The building level of a hotel is that of the game on the page. */
export const useHotel = (level) => (hotel = level);
export const hotelLevel = () => hotel;

/** How a street is built on, in words. */
export const houses = (
  level,
) => (level === hotel ? t("deed.hotel") : level === 1 ? t("deed.house.one") : t("deed.houses", { count: level }));

export const number = (value) => value.toLocaleString(language);
let currency = "$";

/** The sign before amounts is that of the game on the page. */
export const useCurrency = (sign) => (currency = sign);
export const money = (value) => `${value < 0 ? "−" : ""}${currency}${number(Math.abs(value))}`;
export const signed = (value) => `${value < 0 ? "−" : "+"}${currency}${number(Math.abs(value))}`;
export const clock = (seconds) => new Date(seconds * 1000).toLocaleString(language);
export const list = (words) => new Intl.ListFormat(language).format(words);

/** Why something is refused, addressed to the reader where there are words for that. */
export function reason(refused) {
  const { key } = refused;
  return catalogue[language][`refusal.${key}.you`] ?? catalogue[language][`refusal.${key}`] ??
    text(`refusal.${key}.you`) ?? text(`refusal.${key}`) ?? refused.text;
}

export function stored(name) {
  try {
    return localStorage.getItem(`gitopoly.${name}`);
  } catch {
    return null;
  }
}

export function store(name, value) {
  try {
    localStorage.setItem(`gitopoly.${name}`, value);
  } catch { /* private windows keep nothing */ }
}
