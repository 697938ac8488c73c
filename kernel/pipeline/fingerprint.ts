// What makes two requests alike, whatever order their members come in:
// the fingerprint that an idempotency key is held to (rules: requests/idempotency).
import { encodeText, hashBytes } from "../base/bytes.ts";
import type { Prepared } from "../plugin/prepared.ts";

/** Longer texts stand in a fingerprint by their hashes. */
const TEXT_CHARS_MAX = 64 * 1024;

/** A request in writing, its members sorted at every depth. Its key is no part of it, in whichever way it was sent. */
export function shapeOf({ entry, input }: Pick<Prepared, "entry" | "input">): Promise<string> {
  const { params, query, body = null, form = null } = input;
  const parts = [params, query, body, form].map((part) => withoutMember(part, entry.once));
  return write([entry.id, ...parts], sorted);
}

/** The same as servers wrote it that took members as they came: their keys hold for a day after an upgrade. */
export function formerShapeOf({ entry, input }: Pick<Prepared, "entry" | "input">): Promise<string> {
  const { params, query, body = null, form = null } = input;
  return write([entry.id, params, query, body, form], (value) => value);
}

function withoutMember(part: unknown, name: string | null): unknown {
  if (name === null || !isPlain(part) || !(name in part)) return part;
  return Object.fromEntries(Object.entries(part).filter(([member]) => member !== name));
}

function sorted(value: unknown): unknown {
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

async function write(parts: unknown[], order: (value: unknown) => unknown): Promise<string> {
  const long: (string | Uint8Array)[] = [];
  const shape = JSON.stringify(parts, (_name, value: unknown) => {
    const isLong = value instanceof Uint8Array || (typeof value === "string" && value.length > TEXT_CHARS_MAX);
    return isLong ? { long: long.push(value) } : order(value);
  });
  const hashes: string[] = [];
  for (const one of long) {
    const hash = await hashBytes(typeof one === "string" ? await encodeText(one) : one);
    hashes.push(Buffer.from(hash).toString("hex"));
  }
  return [shape, ...hashes].join("\n");
}
