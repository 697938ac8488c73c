// The star in the bar of a document's page.
import { html } from "../../../kernel/plugin.ts";
import { ask } from "../../app/port/ask.ts";
import { buttonFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import type { DocumentAction, DocumentAsking } from "../../app/port/slots.ts";
import { listStars, star, unstar } from "../operations.ts";
import { starWords } from "./words.ts";

export async function starAction({ call, document }: DocumentAsking): Promise<DocumentAction[]> {
  const { doc_id } = document;
  const words = starWords(call);
  const [mine] = (await ask(call, listStars, { query: { doc_id } })).stars;
  const kind = "btn quiet icon-only";
  const form = mine
    ? buttonFor(call, unstar, {
        fixed: { star_id: mine.id },
        button: html`${icon("starred")}<span class="only">${words.unstar}</span>`,
        kind,
        look: "one-button",
      })
    : buttonFor(call, star, {
        fixed: { doc_id },
        button: html`${icon("star")}<span class="only">${words.star}</span>`,
        kind,
        look: "one-button",
      });
  return [{ order: 0, at: "bar", form }];
}
