// Runs in the browser on the page of custom domains: copies records, and looks again while a certificate is on its way.

const RELOAD_MS = 5000;
const COPIED_MS = 2000;

async function copy(button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(button.dataset["copy"] ?? "");
  const label = button.firstChild;
  if (label?.nodeType !== Node.TEXT_NODE) return;
  label.textContent = "Copied";
  const announce = document.querySelector("[data-status]");
  if (announce) announce.textContent = "Copied";
  setTimeout(() => {
    label.textContent = "Copy";
  }, COPIED_MS);
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button?.dataset["copy"] !== undefined) void copy(button);
});

/** Nobody who types or has opened something is interrupted. */
function isBusy(): boolean {
  const typed = document.querySelector<HTMLInputElement>("input[name=hostname]")?.value;
  return Boolean(typed) || document.querySelector("details.remove[open]") !== null;
}

if (document.querySelector("[data-issuing]")) {
  setInterval(() => {
    if (!isBusy() && !document.hidden) location.reload();
  }, RELOAD_MS);
}
for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) button.hidden = false;

export {};
