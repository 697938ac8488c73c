// The text as it will look, made by the renderer of documents from what stands in the form.
import { type Html, html, isJsonObject, rendered } from "../../kernel/plugin.ts";
import { type Asking, askIfOpen } from "../app/port/ask.ts";
import { doorOf } from "../app/port/form.ts";
import { icon } from "../app/port/icons.ts";
import { keptForm } from "../app/port/refused.ts";
import { frameDocument } from "../content/port/operations.ts";
import { renderText } from "../history/port/operations.ts";
import { showsOwnMedia, withOwnMedia } from "../reader/port/prose.ts";
import type { Editable } from "./edited.ts";
import { writingWords } from "./words.ts";

/** Stands in the form of the text; an HTML document has no preview, since its own host alone may run it, and only once it is saved. */
export function previewButton(call: Asking): Html {
  return html`<button class="btn quiet small" formaction="${doorOf(renderText.id)}" data-preview>${icon("eye")}${writingWords(call).preview}</button>`;
}

export interface Preview {
  body: Html;
  /** Whether pictures of the document come by its reader's capability. */
  holds_secret: boolean;
}

/** Null where nobody asked for it. */
export async function previewOf(call: Asking, { doc_id, url, visibility }: Editable): Promise<Preview | null> {
  const kept = keptForm(call.request);
  const made = kept?.operation === renderText.id && isJsonObject(kept.value) ? kept.value["html"] : null;
  if (typeof made !== "string") return null;
  const frame = showsOwnMedia({ html: made, url, visibility })
    ? await askIfOpen(call, frameDocument, { params: { doc_id } })
    : null;
  const words = writingWords(call);
  const body = html`<section class="as-shown" aria-label="${words.as_it_will_look}" tabindex="0"><div class="prose" dir="auto">${rendered(withOwnMedia(made, url, frame?.url ?? null))}</div></section>`;
  return { body, holds_secret: frame !== null };
}
