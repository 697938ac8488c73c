// Reading documents, for the plugins above: with what right, as what object, by which file.
import {
  type Actor,
  demandActor,
  type Permit,
  type PermitCall,
  type Plan,
  type Port,
  port,
  type Sql,
  type Static,
} from "../../../kernel/mod.ts";
import type { RootRow } from "../../places/port.ts";
import type { WriteCall } from "../model/calls.ts";
import type { LoadedDocument } from "../model/rows.ts";
import { Document } from "../model/schemas.ts";
import { isKnown, refuseMissing } from "../permits.ts";
import type { AccountDeletion, TrashedWithAccount } from "../store/account_return.ts";
import type { Named } from "../store/aliases.ts";
import { type Fragment, findDocumentByKey } from "../store/by_key.ts";
import type { ExpiringDocument } from "../store/expiry.ts";
import type { FolderDocument, PlaceCount } from "../store/folders.ts";
import type { CountedReference, InboundPlace, InboundRow } from "../store/links.ts";

/** Tells in this process that documents have changed. */
export { documentChangesPort } from "../changes.ts";
/** Folders: to whom one is closed it is as if it were not there. */
export { type KnownFolder, knownFolder, refuseMissingFolder, sightOf, writablePlace } from "../folder_permits.ts";
export { contentTypeOf, endingOf, isWebCode, KINDS, kindOfFile, SHARE_KINDS } from "../model/kinds.ts";
export { holds } from "../model/levels.ts";
export { baseName, normaliseTag, parseFileName, parseFilePath, parseTags } from "../model/paths.ts";
export { type FileRow, type LoadedDocument, showDocument, stateOf, TRASH_DAYS } from "../model/rows.ts";
/** A root as what lies in it names it. */
export { Root as RootShape } from "../model/schemas.ts";
export { attachment, downloadFile } from "../operations/download.ts";
export { findDestinations, tagHref } from "../pages/destinations.ts";
export { readingAddress } from "../pages/reading_address.ts";
/** A document with what the caller holds on it; the others refuse like it, inside a permit and under the lock. */
export {
  document as documentWith,
  documentNamed,
  loadWith,
  refuseLow,
  refuseMissing,
  refuseMissingFile,
  refuseMissingVersion,
  refuseWithout,
} from "../permits.ts";
export type { Named } from "../store/aliases.ts";
export { readFile } from "../store/blobs.ts";
export { findViewers } from "../store/by_key.ts";
export { findVersionFiles, readLoaded } from "../store/documents.ts";
export type { FolderDocument } from "../store/folders.ts";
export type { CountedReference, InboundPlace, InboundRow } from "../store/links.ts";
export { listPathHistory, type PathChange } from "../store/path_history.ts";
export { verifyPassword } from "../write/passwords.ts";

/** The document object, for outputs that hold one. */
export const DocumentShape = Document;
/** A document as the caller may see it. */
export type ShownDocument = Static<typeof Document>;

/** Documents, for the plugins above. */
export interface Documents {
  /** The live documents among `doc_ids` that the caller may view, by id and in one query; the others are as if they were not. */
  findMany(sql: Sql, actor: Actor, doc_ids: readonly string[]): Promise<ReadonlyMap<string, ShownDocument>>;
  /** The same with `owner_email` and `mine`, for lists that hold others' documents. */
  findManyOwned(
    sql: Sql,
    actor: Actor,
    doc_ids: readonly string[],
  ): Promise<ReadonlyMap<string, ShownDocument & { owner_email: string; mine: boolean }>>;
  /** A person's own live documents, the last changed first. */
  listOwn(sql: Sql, actor: Actor, options: { limit: number }): Promise<ShownDocument[]>;
  /** The live documents with a tag that are listed to the caller wherever they lie, the last changed first. Throws 400 for what is no tag. */
  listTagged(sql: Sql, actor: Actor, options: { tag: string; limit: number }): Promise<ShownDocument[]>;
  /**
   * How many live documents the caller may open, by root, and under null those of their own My documents; with `root_id` of
   * that one alone. What has none is absent. One query for all.
   */
  countByRoot(
    sql: Sql,
    options: { actor: Actor; now: Date; root_id?: number },
  ): Promise<ReadonlyMap<number | null, number>>;
  /**
   * Moves every document of a root into the same folder of another one, those in the trash too. Answers how many live ones
   * there were; throws 409 with that number unless `force`. The root is held until the transaction ends.
   */
  moveRoot(call: WriteCall, options: { from: RootRow; to: RootRow; force: boolean }): Promise<number>;
  /** Locks the documents of a root; whoever holds the root takes these before. */
  holdOfRoot(sql: Sql, root: RootRow): Promise<void>;
  /** Tells followers that a root is called something else, in the transaction that says so and holds its documents and it. */
  tellRootRenamed(call: WriteCall, root: RootRow): void;
  /**
   * Moves the caller's My documents to the trash, with `roots` those of the workspace's roots too; answers how many there
   * were. In the transaction that ends the account.
   */
  trashAccount(call: WriteCall, options: { roots: boolean }): Promise<number>;
  /** How many documents the deletion of an account put into the trash, and whether there is room for them on the workspace's plan. */
  countTrashedWithAccount(sql: Sql, deletion: AccountDeletion & { plan: Plan }): Promise<TrashedWithAccount>;
  /**
   * Brings back what the deletion of the caller's account put into the trash, as an undelete would; answers how many there were,
   * none when there is no room for all. In the transaction that takes the deletion back.
   */
  untrashAccount(call: WriteCall, options: { requested_at: Date }): Promise<number>;
  /** A document's id on the wire and whose account it counts against, by its key inside; null once it is purged. */
  findOwner(sql: Sql, document_id: number): Promise<{ doc_id: string; owner_id: number } | null>;
  /** Those of the given members who may view the live document; people who are switched off are left out. In one round trip. */
  findViewers(
    sql: Sql,
    by: { workspace_id: number; doc_id: string; user_ids: readonly number[]; now: Date },
  ): Promise<number[]>;
  /** Locks the documents at the given places; whoever moves folders takes these before the folders. */
  holdAt(sql: Sql, at: { workspace_id: number; place_ids: readonly number[] }): Promise<void>;
  /** How many documents lie at each of the given places, whoever may open them; places without any are absent. */
  countAt(
    sql: Sql,
    at: { workspace_id: number; place_ids: readonly number[]; now: Date },
  ): Promise<ReadonlyMap<number, PlaceCount>>;
  /** The same for one caller: the live ones, and those of them that the caller may open. */
  countFor(
    sql: Sql,
    options: { actor: Actor; place_ids: readonly number[]; now: Date },
  ): Promise<ReadonlyMap<number, { live: number; open: number }>>;
  /** Others' live documents that are listed to the team or shared with the caller, by the path of their folder. */
  countTeam(sql: Sql, options: { actor: Actor; now: Date }): Promise<ReadonlyMap<string, number>>;
  /** The live documents at the given places by title, those closed to the caller marked; in one query. */
  listAt(sql: Sql, options: { actor: Actor; place_ids: readonly number[]; now: Date }): Promise<FolderDocument[]>;
  /** Others' live documents, listed to the team or shared with the caller, at or below a folder of that path; by title. */
  listTeamAt(sql: Sql, options: { actor: Actor; path: string; now: Date }): Promise<FolderDocument[]>;
  /** The live documents at a place that the caller may open, by title. */
  listOpenAt(sql: Sql, options: { actor: Actor; place_id: number; now: Date }): Promise<ShownDocument[]>;
  /**
   * Tells that folders move, in the transaction that moves them: documents at a place that `merged` names are put at the other
   * one, and all of them, like those at `place_ids`, take a number of change and close to whom they are not open any more.
   * Answers how many live ones there are.
   */
  relocate(
    call: WriteCall,
    options: { place_ids: readonly number[]; merged: ReadonlyMap<number, number> },
  ): Promise<number>;
  /**
   * Gives a document a name of the workspace, or takes it away with null. Throws 404 or 403 when the caller may not any more,
   * 409 when another live document has it, which `force` takes from one whose name the caller may set. `changed` is false when it had that name already.
   */
  setAlias(
    call: WriteCall,
    document: LoadedDocument,
    options: { alias: string | null; force: boolean },
  ): Promise<{ changed: boolean; taken_from: string | null; previous: string | null }>;
  /** Gives a document an icon, or none; false when it had that one already. */
  setIcon(call: WriteCall, document: LoadedDocument, icon: string | null): Promise<boolean>;
  /** Takes an icon away from every document of the workspace. */
  clearIcon(call: WriteCall, icon: string): Promise<void>;
  /** The live documents behind references of the workspace that the caller may open; by alias and by `doc:<id>`. */
  findNamed(sql: Sql, actor: Actor, named: readonly Named[]): Promise<ReadonlyMap<string, ShownDocument>>;
  /** The slug of the live document that a reference names, in one workspace or, with null, the only one anywhere. */
  findSlug(sql: Sql, by: { workspace: string | null; named: Named; now: Date }): Promise<string | null>;
  /** What a document's source refers to by name, each reference once with its count, in its order. */
  listOutbound(
    sql: Sql,
    options: Pick<LoadedDocument, "document_id" | "workspace_id"> & { limit: number },
  ): Promise<CountedReference[]>;
  /** The other live documents that the caller may open and that refer to one, by title, each once with some of its references. */
  listInbound(
    sql: Sql,
    options: {
      actor: Actor;
      doc_id: string;
      alias: string | null;
      now: Date;
      after?: InboundPlace | null;
      limit: number;
      refs_max: number;
    },
  ): Promise<InboundRow[]>;
  /** Has the pages made again that refer to these documents. */
  renewLinking(
    call: Pick<WriteCall, "sql" | "now">,
    to: { workspace_id: number; aliases: readonly string[]; doc_ids: readonly string[] },
  ): Promise<void>;
  /**
   * Marks documents as warned of and answers them, at most `limit`: those that expire within three days, or that are kept no
   * longer than that and have half of it behind them. Each once for one expiry.
   */
  claimExpiring(sql: Sql, options: { now: Date; limit: number }): Promise<ExpiringDocument[]>;
  /**
   * Keeps a document for ever, an expired one too, while it has the expiry that is named; otherwise it stays as it is. Answers
   * it as it is then. Throws 404 or 403 when the caller may not any more; needs the audit action `doc.retention`.
   */
  keep(
    call: WriteCall,
    options: { document_id: number; expires_at: Date },
  ): Promise<{ document: LoadedDocument; changed: boolean }>;
  /** The e-mail address of whoever wrote a version; null when they are gone or it was the system. */
  findAuthor(sql: Sql, by: { document_id: number; version: number }): Promise<string | null>;
  /** Keeps a document from being purged until the transaction ends; false when that has happened already. */
  hold(sql: Sql, document_id: number): Promise<boolean>;
}

export const documentsPort: Port<Documents> = port("documents");

/** The document that the caller may at least view; everything else is the 404 of one that does not exist. */
export function viewable(docId: string): Permit<ShownDocument> {
  return {
    needs: "view on the document",
    check: async ({ actor, sql, use }) => {
      const found = await use(documentsPort).findMany(sql, demandActor(actor), [docId]);
      const document = found.get(docId);
      if (!document) throw refuseMissing();
      return document;
    },
  };
}

/**
 * The document that a row of a plugin above belongs to: `key` is a query that answers its `document_id`. Null where there is
 * none and where the caller may not know of it, with the same one query, so that neither the answer nor its time tells which.
 */
export async function findDocumentOf(call: PermitCall, key: Fragment): Promise<LoadedDocument | null> {
  const row = await findDocumentByKey(call.sql, { actor: demandActor(call.actor), key });
  return row && !row.deleted_at && isKnown(row, call.now) ? row : null;
}
