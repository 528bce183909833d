// Creates elements. Whatever comes from peers goes through text nodes only, never through markup.

/** How many lines a screen reader may still be reading. */
const HEARD = 8;
const SVG = "http://www.w3.org/2000/svg";

/** Make an HTML element: attributes, `on…` handlers, then children; null and false are left out. */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** Make an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** Put new children into an element; the focus and half-typed numbers stay where they were. */
export function replace(parent, ...children) {
  const active = parent.contains(document.activeElement) ? document.activeElement : null;
  const key = active?.getAttribute("data-focus");
  const typed = new Map();
  for (const input of parent.querySelectorAll("input[data-keep]")) typed.set(input.dataset.keep, input.value);
  const scroll = parent.scrollTop;
  parent.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  if (scroll) parent.scrollTop = scroll; // setting it computes the layout, even to the same place
  for (const input of parent.querySelectorAll("input[data-keep]")) {
    const before = typed.get(input.dataset.keep);
    if (before !== undefined) {
      input.value = before;
      input.dispatchEvent(new Event("kept"));
    }
  }
  // What is new never takes the focus: a key meant for something else would decide it. The part
  // of the page does instead, and the next Tab leads to its first button.
  if (active || (parent.dataset.waits && document.activeElement === document.body)) {
    const again = key && parent.querySelector(`[data-focus="${CSS.escape(key)}"]`);
    if (again) again.focus({ preventScroll: true });
    else hold(parent);
    delete parent.dataset.waits;
  }
}

/** Put the focus on something that no key decides. */
function hold(element) {
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Content that is too long for its place can be scrolled, with the keyboard too. */
export function scrollable(element) {
  if (element.scrollHeight > element.clientHeight + 1) element.tabIndex = 0;
  else if (element === document.activeElement) element.tabIndex = -1;
  else element.removeAttribute("tabindex");
}

/** A part of the page that is drawn again only when what it shows has changed. */
export function redrawOnChange(parent, facts, draw) {
  let shown;
  return (...given) => {
    const now = JSON.stringify(facts(...given));
    if (now === shown) return false;
    shown = now;
    replace(parent, draw(...given));
    return true;
  };
}

/** Say something to people who listen to the page; earlier messages are not removed. */
export function announce(text) {
  const place = document.getElementById("announcer");
  place.append(h("p", {}, text));
  while (place.children.length > HEARD) place.firstChild.remove();
}

/** Show a line for a few seconds. */
export function toast(text) {
  document.querySelector(".toast")?.remove();
  const note = h("div", { class: "toast", role: "alert" }, text);
  document.body.append(note);
  setTimeout(() => note.remove(), 6000);
}

/** Open a dialog that is redrawn whenever something at the table changes. */
export function openLive(table, body, draw, options) {
  const follow = () => draw();
  const dialog = open(body, { ...options, onclose: () => table.changes.removeEventListener("change", follow) });
  table.changes.addEventListener("change", follow);
  return dialog;
}

/** Open a dialog that is removed when it closes; returns how to close it.
 *
 * The focus is on the dialog, not on a button in it, so that no key that was on its way acts in it.
 */
export function open(content, { label = "", wide = false, onclose = null } = {}) {
  const dialog = h("dialog", { class: wide ? "wide" : null, "aria-label": label }, content);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onclose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  hold(dialog);
  return dialog;
}
