// What other plugins may use of documents.
import { type Actor, demandActor, type Permit, type Port, port, type Sql, type Static } from "../../kernel/mod.ts";
import { refuseMissing } from "./permits.ts";
import { Document } from "./schemas.ts";
import type { ServedDocuments } from "./serving/served.ts";

/** The document object, for outputs that hold one. */
export const DocumentShape = Document;
/** A document as the caller may see it. */
export type ShownDocument = Static<typeof Document>;

/** Documents, for the plugins above. */
export interface Documents {
  /** The live documents among `doc_ids` that the caller may view, by id and in one query; the others are as if they were not. */
  findMany(sql: Sql, actor: Actor, doc_ids: readonly string[]): Promise<ReadonlyMap<string, ShownDocument>>;
  /** A person's own live documents, the last changed first. */
  listOwn(sql: Sql, actor: Actor, options: { limit: number }): Promise<ShownDocument[]>;
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

/** The operation that ready answers stand for, as the metrics name it. */
export const SERVE_OPERATION = "doc.serve";

/** The content host's view; whoever closes a document must announce it there. */
export const servedPort: Port<ServedDocuments> = port("documents.served");

/** Reads and rewrites the sources of documents before they are published. */
export type SourceReader = typeof import("./render/source_reader.ts");

/** Loads the reader on demand: its parsers are heavy, and a server has them on its worker threads alone. */
export function loadSourceReader(): Promise<SourceReader> {
  return import("./render/source_reader.ts");
}
