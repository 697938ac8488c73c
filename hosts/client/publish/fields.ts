// What a folder's files say in their front matter, as their documents get it,
// and what the server knows of their references.
import type { LocalFile } from "./folder.ts";
import type { FrontFields } from "./front_fields.ts";
import { INCLUDES_MARK, markOf } from "./marks.ts";
import type { Remote, RemoteDocument } from "./remote.ts";
import type { Text } from "./texts.ts";

interface Published {
  remote: Remote;
  texts: ReadonlyMap<string, Text>;
  /** The syntax that was chosen for all markdown of the folder; undefined leaves it as it is. */
  markdown?: string | undefined;
}

const NO_FIELDS: Pick<FrontFields, "tags" | "attrs"> = { tags: null, attrs: {} };

/** The attribute by which the server reads a page's choice of syntax. */
const CHOICE_ATTR = "markdown";

/** With the syntax that was chosen for the whole folder. */
export function frontOf(
  { texts, markdown }: Pick<Published, "texts" | "markdown">,
  { path, kind }: LocalFile,
): Pick<FrontFields, "tags" | "attrs"> {
  const front = texts.get(path)?.front ?? NO_FIELDS;
  const has_choice = markdown !== undefined && kind === "markdown";
  const mark: Record<string, string> = (texts.get(path)?.included ?? null) === null ? {} : { [INCLUDES_MARK]: "1" };
  return { ...front, attrs: { ...front.attrs, ...mark, ...(has_choice && { [CHOICE_ATTR]: markdown }) } };
}

/** Whether what was chosen for the folder is another syntax than the document has. */
export function choosesAnew({ markdown }: Pick<Published, "markdown">, { attrs, kind }: RemoteDocument): boolean {
  if (markdown === undefined || kind !== "markdown") return false;
  return markdown !== (choiceOf({ attrs }) ?? "");
}

/** The syntax that was chosen for a document. */
export function choiceOf({ attrs }: Pick<RemoteDocument, "attrs">): string | null {
  const said = Object.entries(attrs ?? {}).find(([key]) => key === CHOICE_ATTR)?.[1];
  return typeof said === "string" ? said : null;
}

/** A page with what it includes; null for one that includes nothing. */
export function includedOf({ texts }: Pick<Published, "texts">, { path }: LocalFile): string | null {
  return texts.get(path)?.included ?? null;
}

/** Whether the document says otherwise than its file whether it has what that includes. */
export function isMarkedOtherwise(run: Published, { file, document }: OfFile): boolean {
  return (markOf(document, INCLUDES_MARK) !== null) !== (includedOf(run, file) !== null);
}

interface OfFile {
  file: LocalFile;
  document: RemoteDocument;
}

/** What a document's attributes say in texts, which is all that the command writes. */
export function textsOf(attrs: RemoteDocument["attrs"]): Record<string, string> {
  const texts = Object.entries(attrs ?? {}).flatMap(([key, value]) =>
    typeof value === "string" ? [[key, value]] : [],
  );
  return Object.fromEntries(texts);
}

/** A file that was changed says anew what its front matter says; what it says nothing of stays. */
export async function changeFields(run: Published, { file, document }: OfFile): Promise<void> {
  const { doc_id, attrs } = document;
  const { tags, attrs: said } = frontOf(run, file);
  const kept = textsOf(attrs);
  const isMarked = document.kind === "markdown" && isMarkedOtherwise(run, { file, document });
  const isSaid = isMarked || Object.entries(said).some(([key, text]) => kept[key] !== text);
  if (isMarked) delete kept[INCLUDES_MARK];
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
