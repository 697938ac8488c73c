// A line of text to be copied by hand, and by a button once the script runs.
import { type Html, html } from "../../../kernel/plugin.ts";

export function copyBox({
  text,
  label,
  copy,
  copied,
}: {
  text: string;
  label: string;
  copy: string;
  copied: string;
}): Html {
  return html`<div class="copy"><input readonly value="${text}" aria-label="${label}" dir="ltr"><button type="button" class="btn" hidden data-copy="${text}" data-copied="${copied}">${copy}</button></div>`;
}
