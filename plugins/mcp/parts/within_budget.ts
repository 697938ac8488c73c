// Keeps the answer of a reading tool within the length that its caller asked for, and says where it goes on.

import { isJsonObject, type JsonObject, refuse } from "../../../kernel/plugin.ts";
import type { ToolEntry } from "../../../kernel/ports/plugin.ts";
import { BUDGET_ARGUMENTS, type Budget, pickResult, readBudget } from "../../../kernel/ports/tools.ts";
import { cutPart, LostPlace } from "./cut.ts";
import { type Asking, type Place, readNext, writeNext } from "./next.ts";
import { isShortenable, type Paging, pageAfter, pagingsOf, tellOfPart } from "./paging.ts";

/** Runs the operation with these arguments and answers its whole result. */
export type Ask = (given: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Room for `next` and its name. */
const NEXT_CHARS = 400;

/**
 * What the tool gives of its result, as much as fits. A page that is too long is asked for again with as many items as fit, so
 * that the operation's own cursor says where it goes on; a result without pages, one that is counted, or one long item, is cut
 * in itself. Throws 400 for a `next` of another call and 409 once its place is gone.
 */
export async function answerWithin(
  called: ToolEntry,
  given: Readonly<Record<string, unknown>>,
  ask: Ask,
): Promise<JsonObject> {
  const budget = readBudget(given);
  const own = withoutBudget(given);
  const asking: Asking = { tool: called.tool.name, arguments: own };
  const pagings = pagingsOf(called);
  const place = placeOf(budget, asking, pagings);
  const whole = await wholeOf(called, ask, onPage(called, own, place.page));
  const chars = budget.max_chars;
  if (place.from.length === 0 && whole.size <= chars) {
    return budget.next === null ? whole.shown : withNextPage(whole, { asking, pagings });
  }
  const mayShorten = place.from.length === 0 && pagings.length > 0 && isShortenable(called);
  const shorter = mayShorten ? fittingCount(whole.shown, chars - NEXT_CHARS) : null;
  if (shorter === null) return cutAt(whole, { asking, pagings, place, chars });
  const page = { ...place.page, limit: shorter };
  const again = await wholeOf(called, ask, onPage(called, own, page));
  if (again.size <= chars) return withNextPage(again, { asking, pagings });
  return cutAt(again, { asking, pagings, place: { page, from: [] }, chars });
}

function placeOf({ next }: Budget, asking: Asking, pagings: readonly Paging[]): Place {
  if (next === null) return { page: {}, from: [] };
  return readNext(asking, next, pagings.length > 0 ? [...pagings.map(({ argument }) => argument), "limit"] : []);
}

/** The call's own arguments, but for what the page says instead, under whichever name. */
function onPage({ shape }: ToolEntry, own: JsonObject, page: JsonObject): JsonObject {
  const kept = Object.entries(own).filter(([name]) => !Object.hasOwn(page, shape.synonyms.get(name) ?? name));
  return { ...Object.fromEntries(kept), ...page };
}

function withoutBudget(given: Readonly<Record<string, unknown>>): JsonObject {
  const own = Object.entries(given).filter(([name]) => !Object.hasOwn(BUDGET_ARGUMENTS, name));
  return JSON.parse(JSON.stringify(Object.fromEntries(own)));
}

interface Whole {
  called: ToolEntry;
  /** The operation's whole answer. */
  answer: JsonObject;
  /** What the tool gives of it. */
  shown: JsonObject;
  /** Characters of that in JSON. */
  size: number;
}

async function wholeOf(called: ToolEntry, ask: Ask, given: Readonly<Record<string, unknown>>): Promise<Whole> {
  const answer = await ask(given);
  if (!isJsonObject(answer)) throw new Error(`${called.entry.id} answers no object`);
  const shown = pickResult(called, answer) as JsonObject;
  return { called, answer, shown, size: JSON.stringify(shown).length };
}

/** Whoever goes on by `next` goes on by it to the end. */
function withNextPage({ answer, shown }: Whole, { asking, pagings }: Pick<Cutting, "asking" | "pagings">): JsonObject {
  const page = pageAfter(pagings, answer);
  return page ? { ...shown, next: writeNext(asking, { page, from: [] }) } : shown;
}

interface Cutting {
  asking: Asking;
  pagings: readonly Paging[];
  place: Place;
  chars: number;
}

function cutAt(whole: Whole, { asking, pagings, place, chars }: Cutting): JsonObject {
  const data: JsonObject = JSON.parse(JSON.stringify(whole.shown));
  const { value, end } = tryCut(data, place, chars - NEXT_CHARS);
  if (!isJsonObject(value)) throw new Error("a part of an object is an object");
  const part = tellOfPart(whole.called, value, { pagings, is_last: end === null });
  if (!end) return withNextPage({ ...whole, shown: part }, { asking, pagings });
  return { ...part, next: writeNext(asking, { page: place.page, from: end }) };
}

function tryCut(shown: JsonObject, { from }: Place, chars: number) {
  try {
    return cutPart(shown, { from, chars });
  } catch (error) {
    if (!(error instanceof LostPlace)) throw error;
    throw refuse.conflict("what was read has changed since next was given; begin anew without next");
  }
}

/** How many items of the page's list fit beside the rest of the answer; null when that is no way to shorten it. */
function fittingCount(shown: JsonObject, chars: number): number | null {
  const [name, list] = Object.entries(shown).find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined || !Array.isArray(list)) return null;
  let left = chars - JSON.stringify({ ...shown, [name]: [] }).length;
  const count = list.findIndex((item) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0;
  });
  if (count < 0) return null;
  return Math.max(1, count);
}
