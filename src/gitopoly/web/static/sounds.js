// The sounds of the table, made here out of tones and noise: nothing is loaded.
import { h, svg } from "./dom.js";
import { store, stored, t } from "./texts.js";

/** How loud it is at first, in percent. */
const USUAL = 50;
/** Seconds in which one sound is not heard twice. */
const AGAIN = 0.06;
let context = null, output = null, hiss = null;
const heard = new Map();

export const muted = () => stored("sound") === "off";
export const volume = () => Math.min(100, Math.max(0, Number(stored("volume") ?? USUAL) || 0));

/** A tone that fades away; it may glide to another pitch. */
function tone(at, pitch, length, { shape = "sine", loud = 0.3, to = pitch } = {}) {
  const type = /** @type {OscillatorType} */ (shape), source = new OscillatorNode(context, { type, frequency: pitch });
  source.frequency.exponentialRampToValueAtTime(to, at + length);
  fading(source, at, length, loud);
}

/** A short hiss or knock, around a pitch. */
function knock(at, pitch, length, { loud = 0.4, narrow = 2 } = {}) {
  hiss ??= noise();
  const source = new AudioBufferSourceNode(context, { buffer: hiss });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: narrow });
  source.connect(filter);
  fading(source, at, length, loud, filter);
}

function fading(source, at, length, loud, last = source) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  last.connect(gain).connect(output);
  source.start(at);
  source.stop(at + length);
}

/** A second of noise. */
function noise() {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate), samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}

const series = (at, pitches, apart, length, style) =>
  pitches.forEach((pitch, nth) => tone(at + nth * apart, pitch, length, style));

const SOUNDS = {
  dice: (at) => [0, 0.09, 0.2, 0.33, 0.45, 0.5].forEach((later) => knock(at + later, 1900 - 900 * later, 0.07)),
  step: (at) => knock(at, 700, 0.05, { loud: 0.25 }),
  gain: (at) => series(at, [988, 1319], 0.08, 0.25, { loud: 0.18 }),
  pay: (at) => series(at, [523, 392], 0.09, 0.2, { shape: "triangle", loud: 0.18 }),
  card: (at) => knock(at, 3200, 0.22, { loud: 0.3, narrow: 0.7 }),
  build: (at) => [0, 0.14].forEach((later) => knock(at + later, 320, 0.12, { loud: 0.9, narrow: 4 })),
  gavel: (at) => [0, 0.2].forEach((later) => knock(at + later, 220, 0.15, { loud: 1, narrow: 5 })),
  offer: (at) => series(at, [659, 784], 0.12, 0.3, { loud: 0.2 }),
  group: (at) => series(at, [659, 831, 988, 1319], 0.09, 0.45, { shape: "triangle", loud: 0.2 }),
  jail: (at) => series(at, [196, 147, 110], 0.12, 0.5, { shape: "triangle", loud: 0.3 }),
  turn: (at) => series(at, [784, 1047], 0.14, 0.5, { loud: 0.3 }),
  win: (at) => series(at, [523, 659, 784, 1047, 1319], 0.13, 0.6, { shape: "triangle", loud: 0.25 }),
};

/** Make one of the sounds, if somebody may hear it; a page in the background only calls its player. */
export function play(name) {
  if (!context || context.state !== "running" || muted() || !volume()) return;
  if (document.hidden && name !== "turn") return;
  const now = context.currentTime;
  if (now - (heard.get(name) ?? -1) < AGAIN) return;
  heard.set(name, now);
  SOUNDS[name](now + 0.01);
}

/** The sounds that some lines make, each once. */
export function soundsOf(lines, me) {
  const found = new Set();
  for (const step of lines.flatMap((line) => line.steps)) {
    if (step.card) found.add("card");
    if (/Upgrade$|^PlaceBuilding$/.test(step.do)) found.add("build");
    if (["AuctionProperty", "CloseAuction"].includes(step.do)) found.add("gavel");
    if (step.do === "OfferTrade" && step.to === me) found.add("offer");
    if (step.do === "LandOnGoToJail") found.add("jail");
    for (const [seat, amount] of step.money || []) {
      if (seat === me || me === null) found.add(amount > 0 ? "gain" : "pay");
    }
  }
  return found;
}

/** A browser makes no sound before somebody has clicked or pressed a key; returns how to stop listening. */
export function listenForFirstSound() {
  const wake = () => {
    if (navigator.userActivation?.isActive === false || muted()) return;
    if (!context && globalThis.AudioContext) {
      context = new AudioContext();
      output = new GainNode(context);
      output.connect(context.destination);
      useVolume();
    }
    if (context?.state === "suspended") context.resume().catch(() => {});
  };
  const kinds = ["pointerup", "keydown", "click"];
  kinds.forEach((kind) => document.addEventListener(kind, wake, true));
  return () => kinds.forEach((kind) => document.removeEventListener(kind, wake, true));
}

function useVolume() {
  if (output) output.gain.value = muted() ? 0 : (volume() / 100) ** 2; // as ears hear it
  document.querySelectorAll("[data-do=mute]").forEach(showMute);
}

function mute(off) {
  store("sound", off ? "off" : "on");
  useVolume();
}

/** The choices of sound, for the settings. */
export function soundFields() {
  const level = h("input", {
    type: "range",
    id: "volume",
    min: 0,
    max: 100,
    step: 5,
    value: volume(),
    disabled: muted(),
    oninput: () => {
      store("volume", level.value);
      useVolume();
    },
    onchange: () => play("turn"),
  });
  const on = h("input", {
    type: "checkbox",
    id: "sound",
    checked: !muted(),
    onchange: () => {
      mute(!on.checked);
      level.disabled = !on.checked;
    },
  });
  return [
    h("label", { class: "check" }, on, t("settings.sound")),
    h("div", { class: "field" }, h("label", { for: "volume" }, t("settings.volume")), level),
  ];
}

const SPEAKER = "M3 9V15H7L12 19V5L7 9Z";

/** The button at the top that turns all sound off and on. */
export function muteButton() {
  const button = h("button", {
    class: "button plain small",
    "data-do": "mute",
    onclick: () => mute(!muted()),
  });
  showMute(button);
  return button;
}

function showMute(button) {
  const off = muted(), lines = off ? "M16 9 22 15M22 9 16 15" : "M16 8.5Q18.5 12 16 15.5M18.5 6Q23 12 18.5 18";
  button.title = t(off ? "sound.on" : "sound.off");
  button.setAttribute("aria-label", button.title);
  button.replaceChildren(
    svg(
      "svg",
      { viewBox: "0 0 24 24", class: "speaker", "aria-hidden": "true" },
      svg("path", { d: SPEAKER, class: "cone" }),
      svg("path", { d: lines }),
    ),
  );
}
