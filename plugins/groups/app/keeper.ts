// Who keeps a group that does not change here, in words.
import type { Asking } from "../../app/port/ask.ts";
import { groupWords } from "./words.ts";

/** Null for a group of the workspace's own. */
export function keeperOf(call: Asking, { source }: { source: string }): string | null {
  const words = groupWords(call);
  if (source === "native") return null;
  if (source === "scim") return words.from_scim;
  if (source === "idp") return words.from_idp;
  return words.from_directory;
}
