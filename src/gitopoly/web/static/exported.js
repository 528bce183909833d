// The beginning of an exported page: everything that it needs is in the page itself.
import { showReplay } from "./replay.js";
import { useTheme } from "./settings.js";
import { useTexts } from "./texts.js";

const read = (id) => JSON.parse(document.getElementById(id).textContent);

useTexts(read("texts"));
useTheme();
showReplay(document.getElementById("app"), read("replay"), "#");
