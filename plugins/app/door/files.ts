// A form with several files, each of which its operation takes as one of its own, and what became of each.
import { Refusal, type RequestFacts, refuse, seeOther } from "../../../kernel/plugin.ts";
import type { FilePart } from "../../../kernel/ports/base.ts";
import { STATUS } from "../../../kernel/ports/http.ts";
import { databaseRefusal } from "../../../kernel/ports/pipeline.ts";
import { capOf } from "../../operation.ts";
import { sentenceOf } from "../port/refused.ts";
import { type FileResult, setResults } from "../port/results.ts";
import { appWords } from "../words.ts";
import { performOnce, type Sent, typedOfOne } from "./once.ts";
import { type Door, showPage } from "./page.ts";

type Files = ReadonlyMap<string, readonly FilePart[]>;

/**
 * Of a control in which nothing was chosen a browser sends a part without name and content, and a quotation mark in a name as `%22`
 * (HTML, 4.10.21.8).
 */
export function chosenFiles(files: Files): Files {
  const isChosen = ({ filename, bytes }: FilePart) => filename !== "" || bytes.byteLength > 0;
  const named = (part: FilePart) => ({ ...part, filename: part.filename.replaceAll("%22", '"') });
  return new Map([...files].map(([name, parts]) => [name, parts.filter(isChosen).map(named)]));
}

/**
 * Each in a write of its own, by rights, quotas and rules that are asked anew; under a key of its own, so that the form sent once more makes
 * none twice. The page that the form came from says of each what became of it: no cookie would hold that.
 */
export async function performFiles(
  door: Door,
  { each, back, ...sent }: Sent & { each: string; back: string },
): Promise<Response> {
  const { surface, actor, entry, typed } = sent;
  const parts = sent.files.get(each) ?? [];
  const most = capOf(door.runtime, "files_per_form");
  if (parts.length > most) throw refuse.invalid(appWords(door).too_many(parts.length, most));
  const results: FileResult[] = [];
  const refusals: Refusal[] = [];
  for (const [index, part] of parts.entries()) {
    try {
      const one = { typed: typedOfOne(typed, index), files: new Map([[each, [part]]]) };
      const { value } = await performOnce(door, { ...sent, ...one });
      results.push({ name: part.filename, answer: value, refusal: null });
    } catch (error) {
      const refusal = databaseRefusal(door.runtime, error, entry.id);
      if (!(refusal instanceof Refusal)) throw error;
      refusals.push(refusal);
      results.push({ name: part.filename, answer: null, refusal: sentenceOf(refusal.said) });
    }
  }
  const before = (facts: RequestFacts) => setResults(facts, { operation: entry.id, results });
  const shown = await showPage(door, { surface, actor, path: back, before });
  if (!shown) return seeOther(back);
  const [first] = refusals;
  if (!first || refusals.length < parts.length) return shown;
  return new Response(shown.body, { status: STATUS[first.kind], headers: shown.headers });
}
