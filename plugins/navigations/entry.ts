// What may be said of an entry, and what is wrong with it: pure rules, the same for one entry and for a whole tree.
import { countCharacters, isLongerThan, showsNothing, unshownIn } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";
import { readTarget, TARGET_CHARS_MAX, type Target } from "./targets.ts";

export const KINDS = ["group", "document", "folder", "tag", "link", "divider"] as const;
export type Kind = (typeof KINDS)[number];
export const VISIBILITIES = ["public", "signed_in", "group"] as const;
export type Visibility = (typeof VISIBILITIES)[number];
/** How a folder or a tag is sorted; by title where nothing is said. */
export const SORTS = ["title", "updated", "created"] as const;
export type Sort = (typeof SORTS)[number];

export const LABEL_CHARS_MAX = manifest.caps.navigation_label_chars;

/** An entry as a request says it. */
export interface SentEntry {
  target?: string | null;
  kind?: Kind | null;
  label?: string | null;
  icon?: string | null;
  visibility?: Visibility | null;
  group?: string | null;
  collapsed?: boolean | null;
  show_sign_in_hint?: boolean | null;
  sort?: Sort | null;
}

/** An entry whose members fit each other; names of groups, icons and targets are still to be looked up. */
export interface ReadEntry {
  kind: Kind;
  target: Target | null;
  /** As it was sent, to be held against what was there. */
  target_text: string | null;
  label: string | null;
  icon: string | null;
  visibility: Visibility;
  /** The slug. */
  group: string | null;
  collapsed: boolean;
  show_sign_in_hint: boolean;
  sort: Sort | null;
}

/** Something wrong with one member; `missing` where it is that the member is not there. */
export interface Fault {
  member: string;
  msg: string;
  missing: boolean;
}

/** Holds an entry against the rules. */
export function readEntry(sent: SentEntry): ReadEntry | Fault {
  const { target: targetText = null, label: sentLabel = null } = sent;
  const target = targetText === null ? null : checkedTarget(targetText);
  if (target && "fault" in target) return wrong("target", target.fault);
  const label = sentLabel === null ? null : readLabel(sentLabel);
  if (label !== null && typeof label !== "string") return label;
  const kind = kindOf(sent, { target, label });
  if (typeof kind !== "string") return kind;
  const visibility = sent.visibility ?? (sent.group ? "group" : "public");
  const group = sent.group ?? null;
  if (visibility !== "group" && group !== null) {
    return wrong("group", `group "${group.slice(0, 80)}" goes with visibility "group"; leave it out`);
  }
  const sort = sent.sort ?? null;
  if (sort !== null && kind !== "folder" && kind !== "tag") return wrong("sort", "sort is for folders and tags alone");
  return {
    ...{ kind, target, target_text: targetText, label, icon: sent.icon ?? null, visibility, group, sort },
    collapsed: sent.collapsed ?? false,
    show_sign_in_hint: sent.show_sign_in_hint ?? false,
  };
}

function checkedTarget(text: string): Target | { fault: string } {
  if (!isLongerThan(text, TARGET_CHARS_MAX)) return readTarget(text);
  return { fault: `target has ${countCharacters(text)} characters; at most ${TARGET_CHARS_MAX} are allowed` };
}

function kindOf({ kind }: SentEntry, { target, label }: { target: Target | null; label: string | null }): Kind | Fault {
  if (target) {
    if (kind && kind !== target.kind) {
      return wrong(
        "kind",
        `kind "${kind}" does not fit the target, which is a ${target.kind}; send one of that kind, or add another entry without kind`,
      );
    }
    if (target.kind === "link" && label === null) return lacking("label", "a link needs a label");
    return target.kind;
  }
  if (kind === "divider") return label === null ? kind : wrong("label", "a divider has no label");
  if (kind && kind !== "group") return lacking("target", `an entry of kind "${kind}" needs a target`);
  if (label !== null) return "group";
  return kind === "group"
    ? lacking("label", "a group needs a label")
    : lacking("target", "an entry without a target needs kind or a label");
}

/** A label as it is kept, trimmed and in NFC. */
function readLabel(text: string): string | Fault {
  const label = text.normalize("NFC").trim();
  if (showsNothing(label)) return wrong("label", "label is blank; it needs a character that shows");
  if (isLongerThan(label, LABEL_CHARS_MAX)) {
    return wrong("label", `label has ${countCharacters(label)} characters; at most ${LABEL_CHARS_MAX} are allowed`);
  }
  const unshown = unshownIn(label);
  return unshown === null ? label : wrong("label", `label holds ${unshown}, which shows nothing itself; remove it`);
}

/** An entry for a group has to say which; the one whose group is gone stays as it is, and is seen by nobody. */
export const GROUP_MISSING: Fault = lacking("group", 'visibility "group" needs group, its slug');

function wrong(member: string, msg: string): Fault {
  return { member, msg, missing: false };
}

function lacking(member: string, msg: string): Fault {
  return { member, msg, missing: true };
}

export function isFault(read: object): read is Fault {
  return "msg" in read && "missing" in read;
}
