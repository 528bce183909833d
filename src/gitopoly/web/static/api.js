// Talks to the server. All addresses are relative, so that they include the token in the path.
import { atDoor, events, withLink } from "./link.js";
import { t, worded } from "./texts.js";

/** Milliseconds between two attempts to reach a lost server. */
const AGAIN = 3000;

/** A refusal by the server, with the rule behind it if there is one. */
export class Refused extends Error {
  constructor(message, refused, status) {
    super(message);
    this.refused = refused;
    this.status = status;
  }
}

/** How to recognise the program's next run; revealed only to a server that proves it knows the token. */
let next = { token: "", challenge: "" };

/** Prepare for a server that ends and is restarted. */
export async function prepareReconnect() {
  if (crypto.subtle && !atDoor()) next = await get("api/again");
}

export const canReconnect = () => Boolean(next.token) || atDoor();

const hexadecimal = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Move to the new address if the server here is the next run of the one we knew. */
async function reconnect() {
  if (!next.token) return;
  const words = new TextEncoder(), nonce = hexadecimal(crypto.getRandomValues(new Uint8Array(16)));
  try {
    const { proof } =
      await (await fetch(`${next.challenge}?nonce=${nonce}`, { cache: "no-store", signal: AbortSignal.timeout(AGAIN) }))
        .json();
    const key = await crypto.subtle.importKey(
      "raw",
      words.encode(next.token),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign"],
    );
    if (
      proof !==
        hexadecimal(await crypto.subtle.sign("HMAC", key, words.encode(`gitopoly again\n${location.host}\n${nonce}`)))
    ) return;
    sessionStorage.setItem("gitopoly.returned", "true");
    location.replace(`/${next.token}/${location.hash}`);
  } catch { /* nobody is there, or somebody else */ }
}

async function answer(response) {
  if (response.status === 403) reconnect();
  const facts = await response.json().catch(() => ({}));
  if (!response.ok) {
    const text = worded({ ...facts, text: facts.error || response.statusText });
    throw new Refused(text, facts.refused, response.status);
  }
  return facts;
}

const unreachable = () => {
  throw new Refused(t("error.unreachable"), null, 0);
};

export const get = (path) => fetch(path, { cache: "no-store", headers: withLink() }).catch(unreachable).then(answer);

export const post = (path, facts) =>
  fetch(path, {
    method: "POST",
    headers: withLink({ "content-type": "application/json" }),
    body: JSON.stringify(facts),
  }).catch(unreachable).then(answer);

/** Apply patches `[path, value]`, or `[path]` for something removed. */
export function patched(value, patches) {
  for (const [path, ...rest] of patches) {
    if (!path.length) {
      value = rest[0];
      continue;
    }
    let place = value;
    for (const key of path.slice(0, -1)) place = place[key];
    const last = path[path.length - 1];
    if (rest.length) place[last] = rest[0];
    else delete place[last];
  }
  return value;
}

/** Follow a game: calls `changed(game, fresh lines)` after every change; returns how to stop. */
export function follow(id, changed, trouble) {
  let game = null, source = null, timer = null;
  const lose = () => {
    trouble("lost");
    clearTimeout(timer);
    if (source.readyState !== EventSource.CLOSED) return;
    reconnect();
    timer = setTimeout(listen, AGAIN);
  };
  const listen = () => {
    source?.close();
    source = events(`api/games/${encodeURIComponent(id)}/events`);
    source.addEventListener("all", (event) => {
      game = JSON.parse(event.data);
      trouble("");
      changed(game, null);
    });
    source.addEventListener("patch", (event) => {
      const { version, patches, lines, said } = JSON.parse(event.data);
      if (!game || version !== game.version + 1) {
        listen();
        return;
      } // something was missed: start again
      game.version = version;
      game.view = patched(game.view, patches);
      game.lines = [...game.lines, ...lines].slice(-150);
      const again = new Set(said.map((line) => line.id));
      game.said = [...game.said.filter((line) => !again.has(line.id)), ...said].slice(-200);
      changed(game, lines);
    });
    source.addEventListener("closed", (event) => {
      const failure = JSON.parse(event.data);
      source.close();
      if (failure.text) trouble("closed", worded(failure));
      else lose(); // nothing is wrong with the game: the program ends
    });
    // A browser gives up on a response that is not a stream; somebody else may have the port then.
    source.onerror = lose;
  };
  listen();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
