// What somebody goes to or does by its name: each plugin finds what is its own.
import { hook } from "../../../kernel/plugin.ts";
import type { Asking } from "./ask.ts";

/** In the order in which they are shown. */
export const FOUND_KINDS = ["document", "place", "command", "person", "settings"] as const;

/** Something to go to or to do. */
export interface Found {
  kind: (typeof FOUND_KINDS)[number];
  label: string;
  /** What it is or where it lies, beside its name. */
  hint: string | null;
  href: string;
  icon: string;
}

export interface Finding {
  call: Asking;
  /** Trimmed; nothing for what was opened last, and for what can be done. */
  q: string;
}

/** Asked for every word that somebody types, so that a handler asks at most one list. */
export const findHook = hook<Finding, Found[]>("app.find");

/** Something that can be done, for who may do it: a line of its own, found by its words. */
export type Command = Omit<Found, "kind">;

export const commandsHook = hook<Asking, Command[]>("app.commands");

/** Whether every word of `q` stands in a text, whatever its case. */
export function hasWords(text: string, q: string): boolean {
  const lower = text.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
