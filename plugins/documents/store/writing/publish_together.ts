// New documents of one workspace that wait at the same moment, sent as one statement.

import type { Database } from "../../../../kernel/plugin.ts";
import { noteTaken, type StoredBytes } from "../../../../kernel/ports/blobs.ts";
import { type Alone, gathering } from "../../../../kernel/ports/db.ts";
import type { NotedRows } from "../../../../kernel/ports/operation.ts";
import type { NotingCall } from "../../model/calls.ts";
import type { StandingPlace } from "../../write/targets.ts";
import type { CountMaxima } from "../counting/counters.ts";
import { linkingSources, linksParameter } from "../names/links.ts";
import type { Begun } from "./begun_document.ts";
import { nameFile } from "./writes.ts";

interface Part {
  call: NotingCall;
  begun: Begun<StandingPlace>;
  noted: NotedRows;
  maxima: CountMaxima;
}

/** The keys of contents that were kept, by their hashes. */
type Kept = Map<string, string>;

const publishTogether = gathering<Part, Kept>({
  most: 16,
  size_max: 256 * 1024,
  has_batching_window: true,
  sizeOf: ({ begun }) => begun.content.files.reduce((sum, { stored }) => sum + (stored.bytes?.byteLength ?? 0), 0),
  send: async (database, parts) => {
    const kept = await callTogether(database, parts);
    return parts.map(() => kept);
  },
});

/** Sends it by `alone`, or with others of its workspace that are held to the same. */
export function sendTogether<T>(
  database: Database,
  { alone, done, ...part }: Part & { alone: Alone<T>; done: () => T },
): Promise<T> {
  const { maxima, call, begun } = part;
  const finish = (kept: Kept) => {
    const stored = begun.content.files.map((file) => file.stored);
    noteTaken(
      stored,
      stored.map(({ sha256 }) => ({ sha256, blob_id: 0, storage_key: kept.get(sha256) ?? "" })),
    );
    return done();
  };
  const key = `${call.actor.workspace.id} ${maxima.bytes_max} ${maxima.live_max}`;
  return publishTogether(database, { key, part, alone, finish });
}

async function callTogether(database: Database, parts: readonly Part[]): Promise<Kept> {
  const [{ call, maxima }] = parts as [Part, ...Part[]];
  const contents = distinctContents(parts.flatMap(({ begun }) => begun.content.files.map((file) => file.stored)));
  const owners = ownersOf(parts);
  const mine = foldersOf(parts);
  const files = parts.flatMap(({ begun }) =>
    begun.content.files.map((file) => ({ ...nameFile(file, null), doc_id: begun.content.doc_id })),
  );
  const written = parts.map((part, index) => ({ ...columnsOf(part, mine.at), n: index }));
  const grown = parts.reduce((sum, { begun }) => sum + begun.content.size, 0);
  const links = linksParameter(
    parts.flatMap(({ begun: { content } }) =>
      linkingSources(
        content.files,
        content.files.map((file) => nameFile(file, null)),
      ),
    ),
  );
  const at = new Date(Math.max(...parts.map((part) => part.call.now.getTime())));
  const [answer] = await database.callProcedure(
    (sql) => sql<{ kept: string[] }[]>`
      call publish_documents(${call.actor.workspace.id}, ${at}, ${mine.makers}::bigint[],
        ${mine.folders}::text[], ${JSON.stringify(written)}::text::jsonb, ${JSON.stringify(files)}::text::jsonb,
        ${contents.map(({ sha256 }) => sha256)}::text[], ${contents.map(({ size_bytes }) => size_bytes)}::bigint[],
        ${contents.map(({ key }) => key)}::text[], ${contents.map(({ bytes }) => bytes?.byteLength ?? null)}::integer[],
        ${Buffer.concat(contents.map(({ bytes }) => bytes ?? new Uint8Array()))},
        ${[...owners.keys()]}::bigint[], ${[...owners.values()]}::integer[], ${grown}, ${JSON.stringify(joinNotes(parts.map((part) => part.noted)))}::text::jsonb,
        ${links}::text::jsonb, ${maxima.bytes_max}, ${maxima.live_max}, null)`,
  );
  if (!answer) throw new Error("publish_documents answered nothing");
  return new Map(contents.map(({ sha256 }, index) => [sha256, answer.kept[index] ?? ""]));
}

/** The row of a document, by the columns of the procedure. */
function columnsOf({ call, begun: { document, content } }: Part, folderAt: (person: number, folder: string) => number) {
  const { place, ...own } = document;
  const { doc_id, slug, message, size } = content;
  const placed = place.place_id === null ? folderAt(call.actor.user_id, place.folder) : null;
  const by = { person: call.actor.user_id, at: call.now.toISOString(), via: call.via };
  return { ...own, ...by, doc_id, slug, message, size_bytes: size, place_id: place.place_id, placed };
}

/** Each content once, in the order of their hashes, in which rows are taken. */
export function distinctContents(stored: readonly StoredBytes[]): StoredBytes[] {
  const distinct = new Map(stored.map((one) => [one.sha256, one]));
  return [...distinct.values()].sort((one, other) => (one.sha256 < other.sha256 ? -1 : 1));
}

/** How many documents each person makes, in the order of their ids. */
function ownersOf(parts: readonly Part[]): Map<number, number> {
  const people = parts.map(({ call }) => call.actor.user_id).sort((one, other) => one - other);
  const counts = new Map<number, number>();
  for (const person of people) counts.set(person, (counts.get(person) ?? 0) + 1);
  return counts;
}

/** Folders of My documents that are found or made by their paths, each once; `at` answers the number of one, from 1 on. */
function foldersOf(parts: readonly Part[]) {
  const unplaced = parts.filter(({ begun }) => begun.document.place.place_id === null);
  const nameOf = (person: number, folder: string) => `${String(person).padStart(16, "0")} ${folder}`;
  const named = new Map(
    unplaced.map(({ call: { actor }, begun: { document } }) => {
      const { folder } = document.place;
      return [nameOf(actor.user_id, folder), { author: actor.user_id, folder }];
    }),
  );
  const names = [...named.keys()].sort();
  const folders = names.flatMap((name) => named.get(name) ?? []);
  return {
    makers: folders.map(({ author }) => author),
    folders: folders.map(({ folder }) => folder),
    at: (person: number, folder: string) => names.indexOf(nameOf(person, folder)) + 1,
  };
}

/** What several operations note, as one. */
export function joinNotes(noted: readonly NotedRows[]): NotedRows {
  const heard = new Set(noted.flatMap((one) => one.heard));
  return { rows: noted.flatMap((one) => one.rows), heard: [...heard] };
}
