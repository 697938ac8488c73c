// Runs in the browser on the page of custom domains: looks again while a certificate is on its way.

const RELOAD_MS = 5000;

/** Nobody who types or has opened something is interrupted. */
function isBusy(): boolean {
  const typed = document.querySelector<HTMLInputElement>("input[name=hostname]")?.value;
  return Boolean(typed) || document.querySelector("main details[open]") !== null;
}

setInterval(() => {
  const isIssuing = document.querySelector("[data-issuing]") !== null;
  if (isIssuing && !isBusy() && !document.hidden) location.reload();
}, RELOAD_MS);

export {};
