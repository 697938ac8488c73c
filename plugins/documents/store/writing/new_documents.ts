// A new document with its first version: as one statement that is all of its write, or as part of a transaction.

import { randomToken } from "../../../../kernel/plugin.ts";
import { randomSlug } from "../../../../kernel/ports/base.ts";
import { countContents, noteTaken, type TakenRow, takingBlobs } from "../../../../kernel/ports/blobs.ts";
import type { Gathered, Single, SingleParts } from "../../../../kernel/ports/operation.ts";
import type { NotingCall, WriteCall } from "../../model/calls.ts";
import type { DocumentRow, FileRow } from "../../model/rows.ts";
import { type ContentFile, OUTDATED } from "../../write/content_file.ts";
import { askToPublish } from "../../write/publishing.ts";
import { settleRetention } from "../../write/retention.ts";
import { isPlaceGone, refusalOfPlace, type Settled, type StandingPlace, withPlace } from "../../write/targets.ts";
import { type CountMaxima, countMaxima, refusalOfCount, tellChange, touchCounter } from "../counting/counters.ts";
import { keepLinks, linkingSources, linksParameter } from "../names/links.ts";
import type { Begun, EndingDocument, NewContent, NewDocument, Unplaced } from "./begun_document.ts";
import { renewMarked } from "./pages.ts";
import { sendTogether } from "./publish_together.ts";
import { expiryOf } from "./updates.ts";
import { nameFile, sortFiles, totalBytes, untilTaken } from "./writes.ts";

/** Settles what follows from what was asked for, and asks whoever may say no. */
async function begin<Place extends Unplaced>(
  call: NotingCall,
  wanted: NewDocument<Place>,
  content: NewContent,
): Promise<Begun<Place>> {
  const document = await withEnd(call, wanted);
  const { files, entries = () => [] } = content;
  const names = { doc_id: `doc_${randomToken()}`, slug: randomSlug() };
  const ids = { workspace_id: call.actor.workspace.id, document_id: null, doc_id: names.doc_id };
  await askToPublish(call, { ...document, ...document.place, ...ids }, { before: null, files, entries });
  const size = totalBytes(files.map((file) => ({ ...file, size_bytes: file.stored.size_bytes })));
  return { document, content: { ...content, ...names, size } };
}

/** The row of a document that was just written, as others find it. */
function rowOf<Place extends Unplaced>(
  { actor, now }: NotingCall,
  { document, content }: Begun<Place>,
  written: { document_id: number; place_id: number; files: FileRow[] },
): DocumentRow & { files: FileRow[] } {
  const { place, ...own } = document;
  return {
    ...own,
    ...place,
    ...written,
    doc_id: content.doc_id,
    slug: content.slug,
    workspace_id: actor.workspace.id,
    owner_id: actor.user_id,
    created_by: actor.user_id,
    creator_email: actor.email,
    version: 1,
    size_bytes: content.size,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    purge_at: null,
    released_at: null,
    legal_hold: false,
    held_with: false,
    lost_root: null,
    leased_until: null,
    alias: null,
    icon: null,
  };
}

/** Adds a document with its first version and the rows of its blobs, in one statement of a transaction. */
export async function insertDocument(
  call: WriteCall,
  wanted: NewDocument,
  sent: NewContent,
): Promise<DocumentRow & { files: FileRow[] }> {
  const begun = await begin(call, wanted, sent);
  const { document, content } = begun;
  const inserted = await withPlace(untilTaken("document_id", () => insertAll(call, document, content)));
  const kept = noteTaken(
    content.files.map((file) => file.stored),
    inserted,
  );
  const files = sortFiles(content.files.map((file) => nameFile(file, kept.get(file.stored.sha256)?.blob_id ?? 0)));
  const { document_id } = inserted[0];
  await keepLinks(call.sql, call.actor.workspace.id, { sources: linkingSources(content.files, files) });
  await renewMarked(call, content.files);
  touchCounter(call, { document_id, owner_id: call.actor.user_id, bytes: content.size, live: 1 });
  return rowOf(call, begun, { document_id, place_id: document.place.place_id, files });
}

/** How many new files a procedure takes: their bytes are parameters of their own, which costs less than an array of them. */
const SINGLE_FILES_MAX = 2;

/**
 * The same as a write of its own: the one statement, once everybody has been asked. `note` is told of the document before it is
 * sent. Null where more than that statement belongs to the write.
 */
export async function singleDocument<T>(
  call: NotingCall,
  wanted: NewDocument<StandingPlace>,
  sent: NewContent,
  finish: {
    note(document: Omit<DocumentRow, "place_id">): void;
    answer(document: DocumentRow & { files: FileRow[] }): T;
  },
): Promise<Single<T> | null> {
  if (sent.files.length > SINGLE_FILES_MAX || sent.files.some(takesMore)) return null;
  const files = sent.files.toSorted((one, other) => (one.stored.sha256 < other.stored.sha256 ? -1 : 1));
  const begun = await begin(call, wanted, { ...sent, files });
  const shown = sortFiles(files.map((file) => nameFile(file, 0)));
  const row = rowOf(call, begun, { document_id: 0, place_id: wanted.place.place_id ?? 0, files: shown });
  finish.note(row);
  tellChange(call);
  const maxima = countMaxima(call);
  // It shows nothing of what the database has still to say: the keys of the document and its place.
  const foretold = finish.answer(row);
  const send = async ({ sql, ...parts }: SingleParts) => {
    try {
      const [answer] = await callPublish({ ...call, sql }, begun, { ...parts, ...maxima });
      if (!answer) throw new Error("publish_document answered nothing");
      noteTaken(
        files.map((file) => file.stored),
        files.map((file, index) => ({
          sha256: file.stored.sha256,
          blob_id: 0,
          storage_key: answer.kept[index] ?? "",
        })),
      );
      return { value: foretold };
    } catch (error) {
      // The folder went between two statements: whoever has a transaction makes it again.
      if (wanted.place.place_id === null && isPlaceGone(error)) return null;
      throw refusalOfCount(call, refusalOfPlace(error), maxima);
    }
  };
  const gathered: Gathered = (database, { noted, alone, done }) =>
    sendTogether(database, { call, begun, noted, maxima, alone, done });
  return Object.assign(send, { foretold, gathered });
}

/** Whether a file brings rows of other tables along. */
export function takesMore({ renderer }: ContentFile): boolean {
  return renderer === OUTDATED;
}

/** Its retention settled, and when it ends by that. */
async function withEnd<Place>(call: NotingCall, wanted: NewDocument<Place>): Promise<EndingDocument<Place>> {
  const chosen = wanted.retention_days;
  const workspace_id = call.actor.workspace.id;
  const retention_days = chosen ?? (await settleRetention(call, { workspace_id, retention_days: 0 }));
  return {
    ...wanted,
    retention_days,
    expires_at: expiryOf({ retention_days, legal_hold: false, held_with: false }, call.now),
  };
}

/** Answers a row a blob; nothing was inserted when their `document_id` is null. */
function insertAll(
  call: WriteCall,
  document: EndingDocument,
  content: Begun<Settled>["content"],
): Promise<(TakenRow & { document_id: number | null })[]> {
  const { sql, actor, now } = call;
  const workspaceId = actor.workspace.id;
  const stored = content.files.map((file) => file.stored);
  const files = JSON.stringify(content.files.map((file) => nameFile(file, null)));
  return sql<(TakenRow & { document_id: number | null })[]>`
    with ${takingBlobs(sql, { workspace_id: workspaceId, stored, now })}, d as (
      insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, title_set, kind, doc_type, place_id, source_path, tags,
        visibility, listing, password_hash, retention_days, expires_at, description, attrs, filename, version, size_bytes, created_at,
        updated_at)
      select ${workspaceId}, ${content.doc_id}, ${content.slug}, ${actor.user_id}, ${actor.user_id}, ${document.title},
        ${document.title_set}, ${document.kind}, ${document.doc_type}, ${document.place.place_id}::bigint, ${document.source_path}, ${document.tags}::text[], ${document.visibility}, ${document.listing},
        ${document.password_hash}, ${document.retention_days}, ${document.expires_at}, ${document.description},
        ${sql.json(document.attrs)}, ${document.filename}, 1, ${content.size}, ${now}, ${now}
      where (select count(*) from taken) = ${countContents(stored)}
      returning document_id
    ), v as (
      insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, message, total_bytes)
      select document_id, 1, ${workspaceId}, ${now}, ${actor.user_id}, ${call.via}, ${content.message}, ${content.size} from d
    ), f as (
      insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type, renderer)
      select d.document_id, 1, x.path, ${workspaceId}, taken.blob_id, taken.sha256, x.size_bytes, x.content_type, x.renderer
      from d, jsonb_to_recordset(${files}::text::jsonb) as x(path text, sha256 text, size_bytes bigint, content_type text, renderer integer)
        join taken on taken.sha256 = decode(x.sha256, 'hex')
    )
    select document_id, encode(sha256, 'hex') as sha256, blob_id, storage_key from taken left join d on true`;
}

/** Answers one row: the document's key, and the keys of its contents in their order. */
function callPublish(
  { sql, actor, now, via }: NotingCall,
  { document, content }: Begun<StandingPlace>,
  { noted, has_lock_timeout, bytes_max, live_max }: Omit<SingleParts, "sql"> & CountMaxima,
): Promise<{ made: number; kept: string[] }[]> {
  const { files } = content;
  const [first, other] = files;
  const { place_id, folder } = document.place;
  const named = files.map((file) => nameFile(file, null));
  const links = linksParameter(linkingSources(files, named));
  return sql<{ made: number; kept: string[] }[]>`
    call publish_document(${actor.user_id}, ${actor.workspace.id}, ${now}, ${via}, ${place_id}, ${folder},
      ${content.doc_id}, ${content.slug}, ${document.title}, ${document.title_set}, ${document.kind}, ${document.doc_type},
      ${document.source_path}, ${document.tags}::text[], ${document.visibility}, ${document.listing}, ${document.password_hash},
      ${document.retention_days}, ${document.expires_at}, ${document.description}, ${sql.json(document.attrs)},
      ${document.filename}, ${content.message}, ${content.size},
      ${files.map(({ path }) => path)}::text[], ${files.map(({ stored }) => stored.sha256)}::text[],
      ${files.map(({ stored }) => stored.size_bytes)}::bigint[], ${files.map(({ stored }) => stored.key)}::text[],
      ${files.map(({ content_type }) => content_type)}::text[], ${files.map(({ renderer }) => renderer)}::integer[],
      ${first?.stored.bytes ?? null}, ${other?.stored.bytes ?? null}, ${noted}, ${links}::text::jsonb, ${bytes_max}, ${live_max},
      ${has_lock_timeout}, null, null)`;
}
