// Where a document's text looks like a secret, below it, for whoever may take that out.
import { html } from "../../../kernel/plugin.ts";
import { languageOf } from "../../../kernel/ports/pages.ts";
import { askIfOpen } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import type { DocumentAsking, DocumentPanel } from "../../app/port/slots.ts";
import { reaches } from "../../places/port.ts";
import { readSecretFindings } from "../operations/findings.ts";
import { whatIs } from "../secrets/looking.ts";
import { secretWords } from "./words.ts";

/** Null where nothing is found, where the policy looks for nothing, and for whoever reads alone. */
export async function secretsPanel({ call, document }: DocumentAsking): Promise<DocumentPanel | null> {
  const { doc_id, my_level } = document;
  if (!reaches(my_level, "edit")) return null;
  const asked = await askIfOpen(call, readSecretFindings, { params: { doc_id } });
  if (!asked || asked.count === 0) return null;
  const words = secretWords(call);
  const { findings, count, whole } = asked;
  const isOne = new Set(findings.map(({ path }) => path)).size === 1;
  const language = languageOf(call.request);
  const lines = findings.map(({ path, line, rule }) =>
    isOne ? words.found(line, whatIs(rule, language)) : words.found_in(path, line, whatIs(rule, language)),
  );
  const body = html`<div class="note warn">${icon("warn")}<div><p>${words.told}</p><ul>${lines.map((line) => html`<li dir="auto">${line}</li>`)}${count > findings.length && html`<li>${words.more(count - findings.length)}</li>`}</ul>${!whole && html`<p class="fine">${words.not_all}</p>`}</div></div>`;
  return { order: 1, id: "secrets", heading: words.heading, body };
}
