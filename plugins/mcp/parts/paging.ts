// How an operation's own pages go on, and what a part of a page has to say of itself to be no lie.
import type { JsonObject } from "../../../kernel/plugin.ts";
import type { ToolEntry } from "../../../kernel/ports/plugin.ts";

/** How an operation's own pages go on: the member of the answer, and the argument that takes it. */
export interface Paging {
  member: string;
  argument: string;
}

/** Every way in which the tool's pages go on, in whichever part of the input; a cursor first, since writes do not shift it. */
export function pagingsOf({ tool, entry, shape }: ToolEntry): Paging[] {
  const found: Paging[] = [];
  for (const member of Object.keys(entry.output?.["properties"] ?? {})) {
    const argument = member === "next_cursor" ? (tool.resumes ?? "cursor") : member.replace(/^next_/, "");
    if (!member.startsWith("next_") || !shape.places.has(argument)) continue;
    if (Object.hasOwn(shape.inputSchema.properties, argument)) found.push({ member, argument });
  }
  return found.sort((one, other) => Number(other.member === "next_cursor") - Number(one.member === "next_cursor"));
}

/** Whether a page that is too long may be asked for again with fewer items: not where asking is counted. */
export function isShortenable({ entry, shape }: ToolEntry): boolean {
  return !entry.quota && shape.places.has("limit") && Object.hasOwn(shape.inputSchema.properties, "limit");
}

/** The arguments that lead to the page after this answer; null at the end. */
export function pageAfter(pagings: readonly Paging[], answer: JsonObject): JsonObject | null {
  if (answer["has_more"] === false) return null;
  for (const { member, argument } of pagings) {
    const place = answer[member] ?? null;
    // Only one argument may say where a page begins, so whatever the first call said there goes.
    if (place !== null) return { ...Object.fromEntries(pagings.map((one) => [one.argument, null])), [argument]: place };
  }
  return null;
}

/**
 * Makes the rest of a part true of the part. `x-counts` on a member of the operation's output names the list whose items it
 * counts, and `x-more-of` the list of which it says that there is more than is shown. Of a part that is not the last, whoever
 * followed the page's own way on would miss the rest of the page, so it is not there.
 */
export function tellOfPart(
  called: ToolEntry,
  part: JsonObject,
  { pagings, is_last }: { pagings: readonly Paging[]; is_last: boolean },
): JsonObject {
  const told: JsonObject = { ...part };
  for (const [name, schema] of Object.entries(called.shape.outputSchema?.properties ?? {})) {
    const counted = schema["x-counts"];
    const list = typeof counted === "string" ? part[counted] : undefined;
    if (Array.isArray(list)) told[name] = list.length;
    const saysMore = name === "has_more" || schema["x-more-of"] !== undefined;
    if (!is_last && saysMore && typeof part[name] === "boolean") told[name] = true;
  }
  if (!is_last) for (const { member } of pagings) if (isOptional(called, member)) delete told[member];
  return told;
}

function isOptional({ entry }: ToolEntry, member: string): boolean {
  const required: unknown = entry.output?.["required"];
  return !Array.isArray(required) || !required.includes(member);
}
