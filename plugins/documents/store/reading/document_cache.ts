// Documents as they were read for somebody, kept in memory and never believed without asking Postgres.
//
// Reading a document with its place, its root, the grants that count and its files costs several times as much as asking for
// two stamps. What an answer is made of is the document's row and its files (a new row version comes with every change of
// either), and the places, roots and grants of the workspace (which share one stamp). Both are read in one snapshot, with the
// document and later again, so what passes is what the whole query would have answered at that moment, on every server.
import { LRUCache } from "lru-cache";
import { type Actor, type Database, type Port, port, type Sql } from "../../../../kernel/plugin.ts";
import { gathering, isTransaction } from "../../../../kernel/ports/db.ts";
import { ruleKey } from "../../../places/port.ts";
import type { LoadedDocument } from "../../model/rows.ts";
import { findDocument, findDocuments, findStamps, type StampedDocument } from "./documents.ts";

/** Reads of one document; inside of a transaction nothing is remembered. */
export interface DocumentCache {
  /** A document by its id on the wire, as `findDocument` answers it; what it answers is shared and frozen. */
  find(sql: Sql, by: { actor: Actor; doc_id: string }): Promise<Readonly<LoadedDocument> | null>;
  /** After a commit that changed a document: who made it reads it whole the next time, and does not ask for its stamp first. */
  forget(by: { actor: Actor; doc_id: string }): void;
  /** After a commit by them, of which all is known that `findDocument` would answer now. */
  remember(by: { actor: Actor; doc_id: string }, document: LoadedDocument & { stamp: string }): void;
}

export const documentCachePort: Port<DocumentCache> = port("documents.cache");

/** Documents and their files together. */
const ROWS_MAX = 50_000;

interface Asked {
  actor: Actor;
  doc_id: string;
}

/** So many are asked for at once. */
const STAMPS_MAX = 100;

/** Those who ask at the same moment are told by one statement, which begins after all of them have asked. */
const gatherStamps = gathering<Asked, string | null>({
  most: STAMPS_MAX,
  size_max: STAMPS_MAX,
  sizeOf: () => 1,
  has_batching_window: true,
  is_read: true,
  send: readStamps,
});

/** So many are read at once, each at several times the cost of a stamp. */
const DOCUMENTS_MAX = 16;

/** Those who hold the same are answered by one statement. */
const gatherDocuments = gathering<Asked, StampedDocument | null>({
  most: DOCUMENTS_MAX,
  size_max: DOCUMENTS_MAX,
  sizeOf: () => 1,
  has_batching_window: true,
  is_read: true,
  send: async ({ sql }, asked) => {
    const [first] = asked;
    if (!first) return [];
    const doc_ids = asked.map((one) => one.doc_id);
    const found = await findDocuments(sql, { actor: first.actor, doc_ids: [...new Set(doc_ids)] });
    return doc_ids.map((id) => found.get(id) ?? null);
  },
});

async function readStamps({ pipelinedSql }: Pick<Database, "pipelinedSql">, asked: readonly Asked[]) {
  const [first] = asked;
  if (!first) return [];
  const doc_ids = asked.map((one) => one.doc_id);
  const stamps = await findStamps(pipelinedSql, { actor: first.actor, doc_ids });
  return doc_ids.map((id) => stamps.get(id) ?? null);
}

export function createDocumentCache(database: Database): DocumentCache {
  const readStamp = ({ actor, doc_id }: Asked): Promise<string | null> => {
    const alone = async () => (await readStamps(database, [{ actor, doc_id }]))[0] ?? null;
    return gatherStamps(database, { key: "", part: { actor, doc_id }, alone, finish: (stamp) => stamp });
  };
  const recent = new LRUCache<string, { stamp: string; document: Readonly<LoadedDocument> }>({
    maxSize: ROWS_MAX,
    // One document does not push out all others.
    maxEntrySize: ROWS_MAX / 8,
    sizeCalculation: ({ document }) => 1 + document.files.length,
  });
  return {
    find: async (sql, by) => {
      // What a transaction has written may never come to be.
      if (isTransaction(sql)) return findDocument(sql, by);
      const key = keyOf(by);
      const remembered = recent.get(key);
      if (remembered && (await readStamp(by)) === remembered.stamp) return remembered.document;
      const alone = () => findDocument(sql, by);
      const found = await gatherDocuments(database, { key: ruleKey(by.actor), part: by, alone, finish: (one) => one });
      if (!found) return null;
      const { stamp } = found;
      // Whoever may not know of it is answered like somebody who made the id up, in the same time too.
      if (found.level !== "none") recent.set(key, { stamp, document: freeze(found) });
      return found;
    },
    forget: (by) => void recent.delete(keyOf(by)),
    remember: (by, document) => void recent.set(keyOf(by), { stamp: document.stamp, document: freeze(document) }),
  };
}

function keyOf({ actor, doc_id }: { actor: Actor; doc_id: string }): string {
  return `${doc_id} ${ruleKey(actor)}`;
}

/** One object is answered to many: whoever changed it would change it for all of them. */
function freeze(document: LoadedDocument): Readonly<LoadedDocument> {
  for (const file of document.files) Object.freeze(file);
  for (const part of [document.files, document.tags, document.attrs]) Object.freeze(part);
  return Object.freeze(document);
}
