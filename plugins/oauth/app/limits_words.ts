// What a connection may do, in a few words each.
import type { AnswerOf, Asking } from "../../app/port/ask.ts";
import type { readConnections } from "../operations/connections.ts";
import { TOOLSETS } from "../toolsets.ts";
import { connectionWords } from "./words.ts";

export type Connected = AnswerOf<typeof readConnections>["connections"][number];

/** A space that a connection may be limited to, by its id; `~` is My documents. */
export interface Offered {
  key: string;
  name: string;
}

/** So many spaces are named; the others are counted. */
const NAMED_MAX = 4;

export function limitsIn(
  call: Asking,
  { read_only, roots, toolsets, max_visibility }: Connected,
  offered: readonly Offered[],
): string[] {
  const words = connectionWords(call);
  const limits = [read_only ? words.reads : words.reads_and_changes];
  if (roots) {
    const names = withHeld(call, offered, roots).flatMap(({ key, name }) => (roots.includes(key) ? name : []));
    limits.push(words.in_spaces(names.slice(0, NAMED_MAX).join(", "), Math.max(0, names.length - NAMED_MAX)));
  }
  if (toolsets) limits.push(toolsets.map((name) => toolsetName(call, name)).join(", ") || words.no_tools);
  if (max_visibility) limits.push(words.publishes(words[max_visibility]));
  return limits;
}

/** The same with what a connection is limited to already, seen or not. */
export function withHeld(call: Asking, offered: readonly Offered[], held: readonly string[]): Offered[] {
  const unseen = held.filter((key) => !offered.some((one) => one.key === key));
  return [...offered, ...unseen.map((key) => ({ key, name: connectionWords(call).unseen(key) }))];
}

export function toolsetName(call: Pick<Asking, "request">, name: string): string {
  const words: Readonly<Record<string, unknown>> = connectionWords(call);
  const called = words[`set_${name}`];
  return typeof called === "string" ? called : (TOOLSETS.find((one) => one.name === name)?.label ?? name);
}
