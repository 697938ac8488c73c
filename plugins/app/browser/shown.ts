// What the document needs each time that something came into it: times, toasts that go, what only a script can do.
import { localize } from "./times.ts";

export function say(words: string): void {
  const place = document.getElementById("said");
  if (!place) return;
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = words;
  place.replaceChildren(toast);
  started();
}

/** What the document needs each time that a page came in: times in the reader's zone, toasts that go. */
export function started(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[datetime]:not([title])")) localize(time);
  for (const fold of document.querySelectorAll<HTMLElement>("details[data-level][hidden]")) fold.hidden = false;
  // Elsewhere a browser lets no script copy.
  if (isSecureContext)
    for (const copy of document.querySelectorAll<HTMLElement>("[data-copy][hidden]")) copy.hidden = false;
  for (const key of document.querySelectorAll<HTMLElement>("[data-key][hidden]")) {
    key.hidden = false;
    if (/Mac|iP/.test(navigator.platform)) key.textContent = `⌘${key.dataset["key"]?.toUpperCase()}`;
  }
  const toast = document.querySelector<HTMLElement>("#said .toast");
  if (toast) dismissLater(toast);
}

const TOAST_MS = 8000;

function dismissLater(toast: HTMLElement): void {
  setTimeout(() => {
    if (toast.matches(":hover, :focus-within")) dismissLater(toast);
    else toast.remove();
  }, TOAST_MS);
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-copy]") : null;
  if (!button) return;
  void navigator.clipboard.writeText(button.dataset["copy"] ?? "").then(() => {
    const words = button.textContent;
    button.textContent = button.dataset["copied"] ?? "Copied";
    setTimeout(() => {
      button.textContent = words;
    }, 2000);
  });
});
