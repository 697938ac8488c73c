// Who reads what is written into a navigation: members, and everybody where a wiki publishes it.
import { type Openness, widest } from "../../kernel/plugin.ts";
import type { Visibility } from "./entry.ts";
import type { HeldNavigation } from "./permits.ts";

/** Who reads an entry of this visibility. One below an entry that is more closed is taken as if it were not. */
export function opennessOfEntry(visibility: Visibility, { published }: Pick<HeldNavigation, "published">): Openness {
  if (visibility === "group") return "restricted";
  return published && visibility === "public" ? "public" : "workspace";
}

/** The same for what a request says an entry's visibility to be, or for what it is. */
export function opennessOfSent(
  sent: { visibility?: Visibility | null; group?: string | null },
  navigation: Pick<HeldNavigation, "published">,
  before: Visibility = "public",
): Openness {
  return opennessOfEntry(sent.visibility ?? (sent.group ? "group" : before), navigation);
}

/** Who reads a tree that is sent whole. */
export function opennessOfTree(
  entries: readonly { visibility: Visibility }[],
  navigation: Pick<HeldNavigation, "published">,
): Openness {
  return (
    widest("restricted", ...entries.map(({ visibility }) => opennessOfEntry(visibility, navigation))) ?? "restricted"
  );
}
