// What a folder's files say in their front matter, as their documents get it, and what the server knows of their references.
import type { LocalFile } from "./folder.ts";
import type { FrontFields } from "./front_fields.ts";
import type { Remote, RemoteDocument } from "./remote.ts";
import type { Text } from "./texts.ts";

interface Published {
  remote: Remote;
  texts: ReadonlyMap<string, Text>;
}

const NO_FIELDS: Pick<FrontFields, "tags" | "attrs"> = { tags: null, attrs: {} };

export function frontOf({ texts }: Pick<Published, "texts">, { path }: LocalFile): Pick<FrontFields, "tags" | "attrs"> {
  return texts.get(path)?.front ?? NO_FIELDS;
}

/** A page with what it includes; null for one that includes nothing. */
export function includedOf({ texts }: Pick<Published, "texts">, { path }: LocalFile): string | null {
  return texts.get(path)?.included ?? null;
}

/** A file that was changed says anew what its front matter says; what it says nothing of stays. */
export async function changeFields(
  run: Published,
  { file, document }: { file: LocalFile; document: RemoteDocument },
): Promise<void> {
  const { doc_id, attrs } = document;
  const { tags, attrs: said } = frontOf(run, file);
  const before = Object.entries(attrs ?? {}).flatMap(([key, value]) =>
    typeof value === "string" ? [[key, value]] : [],
  );
  const kept: Record<string, string> = Object.fromEntries(before);
  const isSaid = Object.entries(said).some(([key, text]) => kept[key] !== text);
  if (tags === null && !isSaid) return;
  await run.remote.change(doc_id, { ...(tags && { tags }), ...(isSaid && { attrs: { ...kept, ...said } }) });
}

/** Whether the server knows a reference, asked once for each. */
export function knownTo(remote: Remote): (ref: string) => Promise<boolean> {
  const asked = new Map<string, Promise<boolean>>();
  return (ref) => {
    const known = asked.get(ref) ?? remote.resolves(ref);
    asked.set(ref, known);
    return known;
  };
}

/** What front matter says that is not read, with the number of files that say it. */
export function listUnread(texts: ReadonlyMap<string, Text>): { what: string; files: number }[] {
  const counts = new Map<string, number>();
  for (const what of [...texts.values()].flatMap(({ front }) => [...new Set(front.unread)])) {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, files]) => ({ what, files }));
}
