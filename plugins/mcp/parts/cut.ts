// Cuts a long JSON answer into parts of whole items and whole lines, so that all parts together hold everything once.
import { isJsonObject, type JsonObject, type JsonValue } from "../../../kernel/plugin.ts";

/**
 * Where a part ended, from the answer's top to the place: a member; an item, with a mark of the one before it; a character of
 * a text, with a mark of the text. The marks find the place again when the answer has changed meanwhile.
 */
export type Step = string | { item: number; after: string } | { at: number; of: string };

export interface Part {
  value: JsonValue;
  /** Where the next part begins; null at the end. */
  end: readonly Step[] | null;
}

/** The place where a part is to begin is not in the answer any more. */
export class LostPlace extends Error {}

/** Shorter texts are never cut: ids, titles, times, and what else says what the answer is about. */
const WHOLE_CHARS_MAX = 1000;
/** Where less room than this is left, a text begins in the next part. */
const ROOM_CHARS_MIN = 200;

interface Room {
  left: number;
  /** Whether this part holds anything that the one before did not. */
  used: boolean;
}

/**
 * The part of `answer` that begins at `from` and takes at most `chars` characters of JSON, or as few as can be: there is
 * always something new in it. Short members of objects stand in every part, since they say what the answer is about; a list
 * or a long text before or after the part is there and empty. Throws `LostPlace`.
 */
export function cutPart(answer: JsonObject, { from, chars }: { from: readonly Step[]; chars: number }): Part {
  return cutObject(answer, from, { left: chars, used: false });
}

function cutValue(value: JsonValue, from: readonly Step[], room: Room): Part {
  if (Array.isArray(value)) return cutList(value, from, room);
  if (isJsonObject(value)) return cutObject(value, from, room);
  if (typeof value === "string") return cutText(value, from, room);
  return { value, end: null };
}

function cutObject(object: JsonObject, [first, ...rest]: readonly Step[], room: Room): Part {
  const names = Object.keys(object);
  const series = names.filter((name) => isSeries(object[name] ?? null));
  for (const name of names) {
    const shown = series.includes(name) ? emptied(object[name] ?? null) : (object[name] ?? null);
    room.left -= name.length + 4 + sizeOf(shown);
  }
  const begins = first === undefined ? 0 : series.indexOf(String(first));
  if (typeof first === "object" || begins < 0) throw new LostPlace();
  const part: JsonObject = {};
  let end: readonly Step[] | null = null;
  for (const name of names) {
    const value = object[name] ?? null;
    const at = series.indexOf(name);
    if (at < 0) part[name] = value;
    else if (at < begins || end) part[name] = emptied(value);
    else {
      const cut = cutValue(value, at === begins ? rest : [], room);
      part[name] = cut.value;
      if (cut.end) end = [name, ...cut.end];
    }
  }
  return { value: part, end };
}

function cutList(list: readonly JsonValue[], [first, ...rest]: readonly Step[], room: Room): Part {
  const begins = first === undefined ? 0 : findItem(list, first);
  const part: JsonValue[] = [];
  const stop = (at: number, below: readonly Step[]): Part => ({
    value: part,
    end: [{ item: at, after: at === 0 ? "" : markOf(list[at - 1] ?? null) }, ...below],
  });
  for (let at = begins; at < list.length; at++) {
    const item = list[at] ?? null;
    const below = at === begins ? rest : [];
    const size = sizeOf(item) + 1;
    if (below.length === 0 && size <= room.left) {
      part.push(item);
      room.left -= size;
      room.used = true;
      continue;
    }
    if (room.used) return stop(at, below);
    // Alone too long for a part, so it is cut itself.
    const cut = cutValue(item, below, room);
    part.push(cut.value);
    room.used = true;
    if (cut.end) return stop(at, cut.end);
  }
  return { value: part, end: null };
}

/** The item that a part is to begin with: the one after the item that the last part ended with, wherever that is by now. */
function findItem(list: readonly JsonValue[], step: Step): number {
  if (typeof step === "string" || !("item" in step)) throw new LostPlace();
  const { item, after } = step;
  if (item === 0) return 0;
  const before = list[item - 1];
  if (before !== undefined && markOf(before) === after) return item;
  const moved = list.findIndex((one) => markOf(one) === after);
  if (moved < 0) throw new LostPlace();
  return moved + 1;
}

function cutText(text: string, [first]: readonly Step[], room: Room): Part {
  if (first !== undefined && (typeof first === "string" || !("at" in first) || first.of !== markOf(text))) {
    throw new LostPlace();
  }
  const begins = first === undefined ? 0 : first.at;
  const rest = text.slice(begins);
  const size = sizeOf(rest);
  if (size <= room.left) {
    room.left -= size;
    room.used ||= rest !== "";
    return { value: rest, end: null };
  }
  const end = (at: number) => [{ at, of: markOf(text) }];
  if (room.used && room.left < ROOM_CHARS_MIN) return { value: "", end: end(begins) };
  const taken = fittingStart(rest, Math.max(ROOM_CHARS_MIN, room.left));
  room.left = 0;
  room.used = true;
  return { value: taken, end: end(begins + taken.length) };
}

/** As much of the text as has so many characters in JSON, to the end of a line where there is one. */
function fittingStart(text: string, chars: number): string {
  let taken = text.slice(0, chars);
  for (let size = sizeOf(taken); size > chars && taken.length > 1; size = sizeOf(taken)) {
    taken = taken.slice(0, Math.max(1, Math.min(taken.length - 1, Math.floor((taken.length * chars) / size))));
  }
  const line = taken.lastIndexOf("\n") + 1;
  if (line > 0) return taken.slice(0, line);
  // Half of a surrogate pair is no text, so a pair that is alone stays whole.
  const whole = taken.replace(/[\uD800-\uDBFF]$/, "");
  return whole === "" ? text.slice(0, 2) : whole;
}

/** What is handed out piece by piece; everything else says what the answer is about. */
function isSeries(value: JsonValue): boolean {
  if (typeof value === "string") return value.length > WHOLE_CHARS_MAX;
  return Array.isArray(value) || (isJsonObject(value) && sizeOf(value) > WHOLE_CHARS_MAX);
}

function emptied(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return [];
  if (typeof value === "string") return "";
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member = null]) => [name, isSeries(member) ? emptied(member) : member]),
  );
}

function sizeOf(value: JsonValue): number {
  return JSON.stringify(value).length;
}

function markOf(value: JsonValue): string {
  return Bun.hash(JSON.stringify(value)).toString(36);
}
