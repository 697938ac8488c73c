// A document's alias on the page about it: the name under which links lead to it.
import { html } from "../../../kernel/plugin.ts";
import { askIfOpen } from "../../app/port/ask.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import type { DocumentAsking, DocumentPanel } from "../../app/port/slots.ts";
import { getDoc } from "../../documents/port/operations.ts";
import { ALIAS_CHARS_MAX } from "../../rendering/port.ts";
import { clearAlias, setAlias } from "../operations/alias.ts";
import { aliasWords } from "./words.ts";

/** Null for whoever may not change it and where there is none. */
export async function aliasPart({ call, document }: DocumentAsking): Promise<DocumentPanel | null> {
  if (!document.has_settings) return null;
  const { doc_id } = document;
  const shown = await askIfOpen(call, getDoc, { params: { doc_id } });
  if (!shown) return null;
  const words = aliasWords(call);
  const alias = shown.alias ?? null;
  const setting = formFor(
    call,
    setAlias,
    { fixed: { doc_id }, done: words.saved, look: "line" },
    (fields) =>
      html`${fields.text("alias", { label: words.alias, bare: true, hint: words.told(alias ?? words.example), value: alias, required: true, maxlength: ALIAS_CHARS_MAX, autocomplete: "off" })}<button class="btn">${words.save}</button>`,
  );
  const clearing =
    alias !== null &&
    buttonFor(call, clearAlias, {
      fixed: { doc_id },
      button: words.clear,
      kind: "btn",
      done: words.cleared,
      undo: { operation: setAlias.id, fixed: { doc_id, alias } },
    });
  return { order: 20, id: "alias", heading: words.heading, body: html`${setting}${clearing}` };
}
