// A document's legal hold on the page about it, for who may set it and whoever meets it.
import { html } from "../../../kernel/plugin.ts";
import { askIfOpen } from "../../app/port/ask.ts";
import { buttonFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import type { DocumentAsking, DocumentPanel } from "../../app/port/slots.ts";
import { readState, setHold } from "../operations/documents.ts";
import { holdWords } from "./words.ts";

/** Null where the plan carries no hold and none stands, and for whoever may not know of it. */
export async function holdPart({ call, document }: DocumentAsking): Promise<DocumentPanel | null> {
  const { doc_id } = document;
  const state = await askIfOpen(call, readState, { params: { doc_id } });
  if (!state || (!state.legal_hold && !state.can_set_legal_hold)) return null;
  const words = holdWords(call);
  const { legal_hold } = state;
  const told = legal_hold
    ? html`<p class="note warn" role="status">${icon("shield")}<span>${words.held}</span></p>`
    : html`<p class="soft">${words.free}</p>`;
  // What was held on a higher plan can always be released.
  const button = buttonFor(call, setHold, {
    fixed: { doc_id, on: legal_hold ? "false" : "true" },
    button: legal_hold ? words.release : words.hold,
    kind: "btn",
    done: legal_hold ? words.released : words.is_held,
  });
  return { order: 40, id: "legal-hold", heading: words.heading, body: html`${told}${button}` };
}
