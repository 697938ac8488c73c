// What the index keeps of a document's files, made from their bytes.
import { packIntegers, packNull, packText } from "../../../kernel/ports/db.ts";
import { readAnyText } from "../../texts/port/encoding.ts";
import { gramsOf } from "../../texts/port.ts";
import { packWords } from "../texts/packed_words.ts";
import { visibleText } from "../texts/visible_text.ts";
import { markOf, placesOf, plain, readQuery, type Weighted, type WordQuery, writeVector } from "../texts/words.ts";

/** What is said of a document beside its files. */
export interface BuildHead {
  title: string;
  tags: string[];
  description: string;
}

export interface BuildOptions extends BuildHead {
  workspace_id: number;
  files: BuildFile[];
}

/** A file without bytes counts as no text; its words are those of the title. */
export interface BuildFile {
  path: string;
  content_type: string;
  bytes: Uint8Array | null;
}

export interface BuiltFile {
  path: string;
  /** Null when the file is no text. */
  text: BuiltText | null;
  /** Fields of rows are as `copyRows` takes them. */
  words: Uint8Array;
}

export interface BuiltText {
  body: Uint8Array;
  visible: Uint8Array;
  grams: Uint8Array;
  /** So many of them. */
  pieces: number;
}

export function buildFiles({ workspace_id, files, ...head }: BuildOptions): BuiltFile[] {
  const mark = markOf(workspace_id);
  return files.map((file) => {
    const { body, visible } = readBody(file);
    return {
      path: file.path,
      text: body === null ? null : buildText(body, visible, workspace_id),
      words: packWords(placesOf(weigh(head, file, visible ?? body), mark), mark),
    };
  });
}

function buildText(body: string, visible: string | null, workspaceId: number): BuiltText {
  const grams = gramsOf(body, workspaceId);
  return {
    body: packText(body),
    visible: visible === null ? packNull() : packText(visible),
    grams: packIntegers(grams),
    pieces: grams.length,
  };
}

/** What a reader sees of files, up to so many characters of each; nothing where one is no text. */
export function visibleTexts({
  files,
  chars_max,
}: {
  files: readonly Omit<BuildFile, "path">[];
  chars_max: number;
}): string[] {
  return files.map((file) => {
    const { body, visible } = readBody(file);
    return (visible ?? body ?? "").slice(0, chars_max);
  });
}

/** Files that are held against a query before the index has them. */
export interface MatchOptions {
  workspace_id: number;
  query: string;
  files: { head: BuildHead; file: BuildFile /** Whether it counts even when it is no text. */; is_source: boolean }[];
  time_ms: number;
}

/** Of each file its words that count for the query, or null where it has not all that are sought; as far as the time reaches. */
export function matchFiles({ workspace_id, query, files, time_ms }: MatchOptions): (string | null)[] {
  const ends = performance.now() + time_ms;
  const mark = markOf(workspace_id);
  const wanted = readQuery(query, mark);
  const words: (string | null)[] = [];
  for (const { head, file, is_source } of files) {
    if (words.length > 0 && performance.now() > ends) break;
    const { body, visible } = readBody(file);
    const parts = weigh(head, file, visible ?? body);
    const isCandidate = (body !== null || is_source) && mayMatch(parts, wanted);
    words.push(isCandidate ? writeVector(placesOf(parts, mark), mark, wanted.counts) : null);
  }
  return words;
}

/** Cheaper than taking a text apart into words: each stretch of the query stands somewhere in it. */
function mayMatch(parts: readonly Weighted[], { runs }: WordQuery): boolean {
  const texts = parts.map((part) => plain(part.text));
  return runs.every((run) => texts.some((text) => text.includes(run.text)));
}

function readBody({ content_type, bytes }: Omit<BuildFile, "path">): { body: string | null; visible: string | null } {
  const body = bytes && readAnyText(bytes);
  return { body, visible: body !== null && content_type.startsWith("text/html") ? visibleText(body) : null };
}

function weigh({ title, tags, description }: BuildHead, { path }: BuildFile, text: string | null): Weighted[] {
  return [
    { text: title, weight: "A" },
    { text: tags.join(" "), weight: "B" },
    { text: `${description} ${path}`, weight: "C" },
    { text: text ?? "", weight: "D" },
  ];
}
