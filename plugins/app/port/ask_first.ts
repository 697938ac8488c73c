// What cannot be taken back is asked first: its button lies folded under the words of what becomes of it.
import { type Html, html } from "../../../kernel/plugin.ts";

/** `open` is on the button that unfolds it, `name` says it of one among many, `told` what becomes of it. */
export function askFirst({ open, name, told, form }: { open: string; name?: string; told: string; form: Html }): Html {
  return html`<details class="ask-first"><summary class="btn small danger"${name !== undefined && html` aria-label="${name}"`}>${open}</summary><div class="note bad"><p>${told}</p>${form}</div></details>`;
}
