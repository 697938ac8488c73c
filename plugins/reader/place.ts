// Where a document lies, for the bar: its space only where this person sees the space.
import type { Asking } from "../app/port/ask.ts";
import { placePath } from "../app/port/paths.ts";
import type { Access, Rendered } from "./asked.ts";
import { readerWords } from "./words.ts";

interface PlaceOfDocument {
  crumbs: { href: string; label: string }[];
  /** The line of the rail that is the current place; null where the document lies in no place of the rail. */
  current: string | null;
}

export function placeOf(
  call: Asking,
  { shown, access, roots }: { shown: Rendered; access: Access; roots: readonly { slug: string; name: string }[] },
): PlaceOfDocument {
  const words = readerWords(call);
  const { root: named, folder } = shown;
  const root = named && roots.find(({ slug }) => slug === named.slug);
  const isMine = named === null && access.owner.id === call.actor.user_id;
  if (!root && !isMine) return { crumbs: [{ href: "/app?view=all", label: words.shared }], current: null };
  const slug = root?.slug ?? null;
  const parts = folder === "" ? [] : folder.split("/");
  const inside = parts.map((label, at) => ({ href: placePath(slug, parts.slice(0, at + 1).join("/")), label }));
  const top = placePath(slug, "");
  return { crumbs: [{ href: top, label: root?.name ?? words.mine }, ...inside], current: top };
}
