// The tree in the rail: what was fetched of it stays over pages, a level is fetched as it is opened,
// and arrow keys lead through it.
import { parse } from "./parse.ts";
import { started } from "./shown.ts";

function keyOf(inside: Element | null): string {
  return inside?.parentElement?.querySelector(":scope > a")?.getAttribute("href") ?? "";
}

function foldOf(key: string): HTMLDetailsElement | undefined {
  return [...document.querySelectorAll<HTMLDetailsElement>(".tree details")].find((one) => keyOf(one) === key);
}

/** What was fetched of the tree before stays, and what the new page says of it goes on top. */
export function keepFold(was: HTMLDetailsElement): void {
  const now = foldOf(keyOf(was));
  if (!now || now === was) return;
  const list = was.querySelector(":scope > ul[data-whole]");
  if (list && !now.querySelector(":scope > ul[data-whole]")) putLevel(now, list);
  if (was.open) now.open = true;
}

/** Puts a whole level below a line of the tree; lines that are there already stay as they are. */
function putLevel(fold: HTMLDetailsElement, level: Element): void {
  const there = fold.querySelector(":scope > ul");
  const known = new Map([...(there?.children ?? [])].map((line) => [keyOf(line.firstElementChild), line]));
  const lines = [...level.children].map((line) => {
    const key = keyOf(line.firstElementChild);
    const kept = known.get(key);
    known.delete(key);
    if (!kept) line.querySelector("[aria-current]")?.removeAttribute("aria-current");
    return kept ?? document.importNode(line, true);
  });
  const list = document.createElement("ul");
  list.dataset["whole"] = "";
  list.append(...lines, ...known.values());
  there?.remove();
  fold.append(list);
  fold.hidden = false;
  fold.removeAttribute("data-level");
}

/** A level of the tree lies on the page of its place. */
async function fetchLevel(fold: HTMLDetailsElement): Promise<void> {
  const key = keyOf(fold);
  const response = await fetch(key, { headers: { accept: "text/html" } }).catch(() => null);
  const page = response?.ok ? parse(await response.text()) : null;
  const there = [...(page?.querySelectorAll(".tree details") ?? [])].find((one) => keyOf(one) === key);
  const level = there?.querySelector(":scope > ul[data-whole]");
  if (level) putLevel(fold, level);
  started();
}

// A fold's toggle does not bubble.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.open && target.closest(".tree")) {
      if (!target.querySelector(":scope > ul[data-whole]")) void fetchLevel(target);
    }
  },
  true,
);

document.addEventListener("keydown", (event) => {
  const at = event.target instanceof Element ? event.target.closest<HTMLElement>(".tree a, .tree summary") : null;
  if (!at || event.altKey || event.ctrlKey || event.metaKey) return;
  const fold = at.parentElement?.querySelector<HTMLDetailsElement>(":scope > details");
  const lines = [...document.querySelectorAll<HTMLElement>(".tree a")].filter((one) => one.offsetParent);
  const link = at.matches("a") ? at : at.closest("li")?.querySelector("a");
  const place = link instanceof HTMLElement ? lines.indexOf(link) : -1;
  const up = at.closest("ul")?.closest("li")?.querySelector<HTMLElement>(":scope > a");
  if (event.key === "ArrowDown") lines[place + 1]?.focus();
  else if (event.key === "ArrowUp") lines[place - 1]?.focus();
  else if (event.key === "ArrowRight" && fold && !fold.open) fold.open = true;
  else if (event.key === "ArrowRight" && fold) lines[place + 1]?.focus();
  else if (event.key === "ArrowLeft" && fold?.open) fold.open = false;
  else if (event.key === "ArrowLeft" && up) up.focus();
  else return;
  event.preventDefault();
});
