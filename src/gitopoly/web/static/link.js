// The link of a guest or spectator: what the page shows the server, and where it keeps it.

const KEY = "gitopoly.link", SEAT = "gitopoly.link.seat";
const FORM = /^#([A-Za-z][A-Za-z0-9_-]{0,31})?\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

let capability = "", seat = "", device = "";

/** Where a device keeps its secret: the beginning of a link tells games apart, and opens nothing. */
const place = () => `gitopoly.device.${capability.slice(0, 6)}`;

/** Take the link from the address, where nobody should read it over a shoulder; a tab keeps it. */
export function takeLink() {
  const found = FORM.exec(location.hash);
  try {
    if (found) {
      [, seat = "", capability] = found;
      device = "";
      sessionStorage.setItem(KEY, capability);
      sessionStorage.setItem(SEAT, seat);
      history.replaceState(null, "", location.pathname);
    } else if (!capability) {
      capability = sessionStorage.getItem(KEY) || "";
      seat = sessionStorage.getItem(SEAT) || "";
    }
    device = localStorage.getItem(place()) || device;
  } catch { /* without storage the address keeps the link */ }
}

/** From now on this device shows a secret of its own with the link. */
export function keepDevice(secret) {
  device = secret;
  try {
    localStorage.setItem(place(), secret);
  } catch { /* without storage this page alone knows it */ }
}

/** The seat that the link of this page is for; empty for spectators. */
export const linkedSeat = () => atDoor() ? seat : "";

/** Whether this page is served by a host's door, to somebody who is not the host. */
export const atDoor = () => location.pathname === "/";

export const hasLink = () => Boolean(capability);

/** The headers of every request; the host's own page has its token in the path instead. */
export const withLink = (headers = {}) =>
  capability && atDoor() ? { ...headers, authorization: `Bearer ${capability}${device && `.${device}`}` } : headers;

/** Server-sent events with a header, which a browser's own EventSource cannot send. */
export class LinkedEvents extends EventTarget {
  constructor(path) {
    super();
    /** @type {number} */
    this.readyState = EventSource.CONNECTING;
    /** @type {() => void} */
    this.onerror = () => {};
    this.ending = new AbortController();
    this.read(path).catch(() => this.fail());
  }

  async read(path) {
    const answer = await fetch(path, { headers: withLink(), cache: "no-store", signal: this.ending.signal });
    if (answer.status === 401) location.hash = ""; // the seat has another link now
    if (!answer.ok) throw new Error(answer.statusText);
    this.readyState = EventSource.OPEN;
    const parts = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { value, done } = await parts.read();
      if (done) break;
      text += value;
      const messages = text.split("\n\n");
      text = messages.pop();
      for (const message of messages) this.dispatch(message);
    }
    this.fail();
  }

  dispatch(message) {
    const found = /^event: (\w+)\ndata: (.*)$/.exec(message);
    if (found) this.dispatchEvent(new MessageEvent(found[1], { data: found[2] }));
  }

  fail() {
    if (this.ending.signal.aborted) return;
    this.readyState = EventSource.CLOSED;
    this.onerror();
  }

  close() {
    this.readyState = EventSource.CLOSED;
    this.ending.abort();
  }
}

/** The events of a path, whichever way the server knows this page. */
export const events = (
  path,
) => /** @type {EventSource} */ (/** @type {unknown} */ (atDoor() ? new LinkedEvents(path) : new EventSource(path)));
