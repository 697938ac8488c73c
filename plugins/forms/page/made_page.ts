// The page that the service makes of a form's fields:
// the HTML that custom pages begin from, with the same two placeholders.
import { createHash } from "node:crypto";
import { type Html, html, rendered, writeHtml } from "../../../kernel/plugin.ts";
import type { Field } from "../../databases/port.ts";
import { INPUTS } from "../answers/request.ts";
import FORM_CSS from "./form.css" with { type: "text" };
import { ACTION_PLACEHOLDER, TOKEN_FIELD, TOKEN_PLACEHOLDER } from "./placeholders.ts";
import { renderField } from "./widgets.ts";

export interface MadeForm {
  title: string;
  /** Those that it asks for, in its order. */
  fields: readonly Field[];
  /** Answers are saved while they are written. */
  autosave: boolean;
  /** It has a field that people do not see and programs fill in. */
  honeypot: boolean;
}

/** By which a policy allows the page's stylesheet (CSP 3, hash sources). */
export const FORM_STYLE_HASH = hashOf(FORM_CSS);

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

/** The whole document. */
export function madePage(form: MadeForm): string {
  const { title, fields } = form;
  const dir = readsFromRight([title, ...fields.map(({ label }) => label)]) ? "rtl" : "ltr";
  return `<!doctype html>\n${writeHtml(html`<html lang="en" dir="${dir}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<style>${rendered(FORM_CSS)}</style>
</head>
<body>
<main>
<h1 dir="auto">${title}</h1>
${form.autosave && html`<p class="soft" data-when="script" hidden>Your answers are saved as you write.</p>`}
<div class="notice" role="status" data-notice hidden></div>
<div class="notice bad" role="alert" tabindex="-1" data-faults hidden></div>
${renderForm(form)}
<section class="done" tabindex="-1" data-done hidden><h2>Thank you</h2><p>Your answers were received.</p></section>
</main>
</body>
</html>`)}\n`;
}

function renderForm({ fields, honeypot, autosave }: MadeForm): Html {
  return html`<form data-service-form method="post" action="${ACTION_PLACEHOLDER}">
<input type="hidden" name="${TOKEN_FIELD}" value="${TOKEN_PLACEHOLDER}">
${fields.map(renderField)}
${honeypot && trap()}
<div class="actions"><button type="submit">Send</button>${autosave && html`<button type="button" class="quiet" data-resume hidden>Copy a link to go on later</button>`}<span class="soft" role="status" data-saved></span></div>
</form>`;
}

/** Out of sight and out of the order of keys and voices: whoever fills it in is a program. */
function trap(): Html {
  return html`<div class="trap" aria-hidden="true"><label>Leave this empty <input type="text" name="${INPUTS.trap}" value="" tabindex="-1" autocomplete="off"></label></div>`;
}

/** Whether most letters of the page's words are of scripts that are read from the right. */
function readsFromRight(texts: readonly string[]): boolean {
  const text = texts.join(" ").slice(0, 10_000);
  const right = text.match(/[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/gu)?.length ?? 0;
  return right > 0 && right > (text.match(/\p{L}/gu)?.length ?? 0) / 2;
}
