// Random input for any operation of the catalogue, from its schemas:
// names that mean something are filled with what there is.
import { innerSchema, isObjectSchema } from "../../kernel/host.ts";
import type { TSchema } from "../../kernel/plugin.ts";
import { pathParameters } from "../../kernel/ports/http.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import type { Made } from "../permission/input.ts";

/** Numbers from 0 to below 1. */
export type Random = () => number;

/** What the members of an input may be filled with, by their name; others are made from their schema. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: Random, from: readonly T[]): T {
  const one = from[Math.floor(random() * from.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
}

/** How often a member that may be left out is sent. */
const SENT = 0.35;

/** One input: parameters and what is required always, the rest now and then. */
export function randomInput(entry: Entry, known: Known, random: Random): Made {
  const member = (name: string, schema: TSchema | undefined): unknown => {
    const values = known[name];
    return values && random() < 0.95 ? pick(random, values) : fromSchema(schema, member, random);
  };
  const names = pathParameters(entry.path ?? "").map((one) => one.name);
  const declared = Object.keys(entry.params?.properties ?? {});
  const params = Object.fromEntries(
    [...new Set([...names, ...declared])].map((name) => [name, String(member(name, entry.params?.properties[name]))]),
  );
  const query = entry.query ? (fromSchema(entry.query, member, random) as object) : {};
  const texts = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const sent = { params, query: texts };
  if (entry.body) return { ...sent, json: fromSchema(entry.body, member, random) };
  if (entry.form) return { ...sent, form: formOf(fromSchema(entry.form, member, random) as object) };
  return entry.raw === "upload" ? { ...sent, body: "some words" } : sent;
}

function fromSchema(
  schema: TSchema | undefined,
  member: (name: string, schema: TSchema) => unknown,
  random: Random,
): unknown {
  const declared = schema && (innerSchema(schema) ?? schema);
  if (!declared) return "words";
  if (isObjectSchema(declared)) {
    const required: readonly string[] = declared.required ?? [];
    const sent = Object.entries(declared.properties).filter(([name]) => required.includes(name) || random() < SENT);
    return Object.fromEntries(sent.map(([name, inner]) => [name, member(name, inner)]));
  }
  const options: unknown = declared["enum"];
  if (Array.isArray(options)) return pick(random, options);
  switch (declared["type"]) {
    case "boolean":
      return random() < 0.7;
    case "integer":
      return Math.max(Number(declared["minimum"] ?? 0), Math.floor(random() * 4));
    case "array":
      return [fromSchema(declared["items"], member, random)];
    case "object":
      return {};
    default:
      return `words ${Math.floor(random() * 1e6)}`;
  }
}

function formOf(fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.set("file", new Blob(["some words"]), "words.txt");
  return form;
}
