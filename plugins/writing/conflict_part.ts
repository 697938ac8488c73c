// What somebody is shown whose text was made on an older version: who was faster, what they changed, and the ways on.
import { type Html, html, type Refusal } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { icon } from "../app/port/icons.ts";
import { documentPath } from "../app/port/paths.ts";
import { writingWords } from "./words.ts";

/** More lines of a difference are not laid out. */
const LINES_MAX = 2000;

/** Stands in the form of the text; the last value of a name counts, so its button saves over the newer version. */
export function conflictPart(call: Asking, { doc_id, refusal }: { doc_id: string; refusal: Refusal }): Html {
  const words = writingWords(call);
  const { current_version, changed_by, diff } = refusal.detail;
  const who = typeof changed_by === "string" ? changed_by : words.somebody;
  const version = Number(current_version);
  return html`<section class="note warn conflict" role="alert" aria-labelledby="conflict">${icon("warn")}<div class="stack tight"><h2 id="conflict"><bdi>${words.conflict(who)}</bdi></h2><p>${words.conflict_told}</p>
<details class="fold"><summary>${icon("right", "turn")}${words.what_they_changed}</summary>${differencePart(call, diff)}</details>
<p>${words.save_over_told(version)}</p>
<div class="line"><a class="btn" href="${documentPath(doc_id)}" target="_blank">${icon("external")}${words.look_at(version)}</a><button class="btn" name="base_version" value="${version}">${words.save_over(version)}</button><button type="button" class="btn" hidden data-copy-text="${words.copied}">${icon("copy")}${words.copy}</button></div></div></section>`;
}

/** A unified difference: what went is struck, what came is underlined. */
function differencePart(call: Asking, diff: unknown): Html {
  const words = writingWords(call);
  if (diff === "") return html`<p>${words.no_difference}</p>`;
  const lines = typeof diff === "string" ? diff.split("\n") : [];
  if (lines.length === 0 || lines.length > LINES_MAX) return html`<p>${words.not_compared}</p>`;
  const shown = lines.filter((line) => !/^(?:---|\+\+\+|diff |\\)/.test(line));
  return html`<pre class="differs" tabindex="0" aria-label="${words.what_they_changed}">${shown.map(lineOf)}</pre>`;
}

function lineOf(line: string): Html {
  const text = `${line.slice(1)}\n`;
  if (line.startsWith("+")) return html`<ins>${text}</ins>`;
  if (line.startsWith("-")) return html`<del>${text}</del>`;
  return line.startsWith("@@") ? html`<span class="soft">⋯\n</span>` : html`${text}`;
}
