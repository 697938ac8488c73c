// A form with several values of one control, what is said once it is done, and where it leads.
import { isJsonObject, Refusal, refuse, seeOther } from "../../../kernel/plugin.ts";
import { databaseRefusal } from "../../../kernel/ports/pipeline.ts";
import type { Entry } from "../../../kernel/ports/plugin.ts";
import { capOf } from "../../operation.ts";
import { sentenceOf, type Typed } from "../port/refused.ts";
import { appWords } from "../words.ts";
import { performOnce, type Sent, typedOfOne } from "./once.ts";
import type { Door } from "./page.ts";
import { passOn, type Said } from "./passing.ts";

/**
 * A form with several values of one control performs the operation once for each, every one by its own rights and in a write of
 * its own. What is refused stays as it was and is counted in what is said; where nothing was done, the first refusal is shown.
 */
export async function performEach(
  door: Door,
  { each, back, ...sent }: Sent & { each: string; back: string },
): Promise<Response> {
  const words = appWords(door);
  const values = [...new Set(sent.typed.get(each) ?? [])];
  if (values.length === 0) throw refuse.invalid(words.nothing_chosen);
  const each_max = capOf(door.runtime, "rows_per_form");
  if (values.length > each_max) throw refuse.invalid(words.too_many(values.length, each_max));
  const done: string[] = [];
  const refusals: Refusal[] = [];
  for (const [index, value] of values.entries()) {
    try {
      await performOnce(door, { ...sent, typed: new Map([...typedOfOne(sent.typed, index), [each, [value]]]) });
      done.push(value);
    } catch (error) {
      const refusal = databaseRefusal(door.runtime, error, sent.entry.id);
      if (!(refusal instanceof Refusal)) throw error;
      refusals.push(refusal);
    }
  }
  const [first] = refusals;
  if (first && done.length === 0) throw first;
  const answer = seeOther(back);
  const said = saidOfEach(door, sent.typed, { entry: sent.entry, each, done, refusals });
  const user_id = sent.actor.user_id;
  // What takes back very many does not fit into what the next page is handed.
  const cookie =
    passOn(door.runtime, { user_id, said, once: null }) ??
    passOn(door.runtime, { user_id, said: said && { ...said, undo: null }, once: null });
  if (cookie) answer.headers.append("set-cookie", cookie);
  return answer;
}

function saidOfEach(
  door: Door,
  typed: Typed,
  {
    entry,
    each,
    done,
    refusals,
  }: { entry: Entry; each: string; done: readonly string[]; refusals: readonly Refusal[] },
): Said | null {
  const said = saidBy(typed, entry);
  if (!said) return null;
  const taken = new URLSearchParams([["~each", each], ...done.map((value) => [each, value])]);
  const undo = said.undo && `${said.undo}${said.undo.includes("?") ? "&" : "?"}${taken}`;
  const [first] = refusals;
  const rest = first ? ` ${appWords(door).rest(refusals.length, sentenceOf(first.said))}` : "";
  return { words: said.words.replace("{count}", String(done.length)) + rest, undo };
}

/** `{doc_id}` in where a form leads to is what the operation answered under that name, `{path...}` a path of several parts. */
export function fillPath(then: string, value: unknown): string {
  return then.replace(/\{([a-z_]+)(\.\.\.)?\}/g, (whole, name, isPath) => {
    const member = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    if (typeof member !== "string" && typeof member !== "number") return whole;
    return isPath ? String(member).split("/").map(encodeURIComponent).join("/") : encodeURIComponent(member);
  });
}

const WORDS_MAX = 300;

/** A form whose buttons lead to several operations says it for each, as `~done.doc.delete`. */
export function saidBy(typed: Typed, { id }: Entry, value: unknown = null): Said | null {
  const said = (name: string) => typed.get(`${name}.${id}`)?.at(-1) ?? typed.get(name)?.at(-1);
  const isUnchanged = isJsonObject(value) && value["changed"] === false;
  const words = (isUnchanged ? said("~unchanged") : undefined) ?? said("~done");
  if (!words) return null;
  return { words: words.slice(0, WORDS_MAX).toWellFormed(), undo: said("~undo") ?? null };
}
