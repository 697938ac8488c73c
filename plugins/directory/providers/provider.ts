// What the two directories have in common: groups, and the active people directly in one, page by page.
import { isEmailAddress, showsNothing, withoutUnshown } from "../../../kernel/plugin.ts";

export const PROVIDERS = ["google", "microsoft"] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** Longer than any provider's. */
export const GROUP_ID_CHARS_MAX = 200;

/** A group as the provider has it. */
export interface ProviderGroup {
  id: string;
  name: string;
  email: string | null;
}

/** A page of an answer; `next` is the address of the one behind it. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

/** A provider's API: the addresses that are asked, and what is read off their answers. Pure. */
export interface ProviderApi {
  name: ProviderName;
  /** As people know it. */
  label: string;
  scope: string;
  /** Further parameters of the consent page, for a token that can be renewed. */
  consent: Readonly<Record<string, string>>;
  groupsAt(api: string, limit: number): string;
  groupAt(api: string, groupId: string): string;
  membersAt(api: string, groupId: string): string;
  /** Null for an answer of another shape. */
  readGroups(answer: unknown, asked: string): Page<ProviderGroup> | null;
  readGroup(answer: unknown): ProviderGroup | null;
  /** Addresses, in lower case, of active people who are in the group itself. */
  readMembers(answer: unknown, asked: string): Page<string> | null;
}

type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

/** A page of what is read off each member of a list; null where list or next page are of another kind: nobody is left out for that. */
export function pageOf<T>(
  { list, next }: { list: unknown; next: unknown },
  of: { item: (one: Fields) => T | null; address: (next: string) => string },
): Page<T> | null {
  if (!Array.isArray(list) || typeof (next ?? "") !== "string") return null;
  const items = list.flatMap((one) => of.item(fieldsOf(one)) ?? []);
  return { items, next: typeof next === "string" && next !== "" ? of.address(next) : null };
}

/** A text that can be kept; null for anything else. */
export function textOf(value: unknown): string | null {
  const isText = typeof value === "string" && value !== "" && !value.includes("\0") && value.isWellFormed();
  return isText ? value : null;
}

/** What a group is called there, without what names here may not hold: nobody here could mend it. Null where nothing of it shows. */
export function nameOf(value: unknown): string | null {
  const name = withoutUnshown(textOf(value) ?? "")
    .trim()
    .normalize("NFC");
  return showsNothing(name) ? null : name;
}

/** A group's id; null for what no provider has. */
export function idOf(value: unknown): string | null {
  const id = textOf(value);
  return id !== null && id.length <= GROUP_ID_CHARS_MAX ? id : null;
}

/** An address in lower case; null for what no account here can have. */
export function emailOf(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && isEmailAddress(text) ? text.toLowerCase() : null;
}
