// What other plugins may use of documents.
import { type Actor, type Port, port, type Sql, type Static } from "../../kernel/mod.ts";
import type { Document } from "./schemas.ts";
import type { ServedDocuments } from "./serving/served.ts";

/** A document as its owner sees it. */
export type OwnDocument = Static<typeof Document>;

/** Documents, for the plugins above. */
export interface Documents {
  /** A person's own live documents, the last changed first. */
  listOwn(sql: Sql, actor: Actor, options: { limit: number }): Promise<OwnDocument[]>;
}

export const documentsPort: Port<Documents> = port("documents");

/** The content host's view; whoever closes a document must announce it there. */
export const servedPort: Port<ServedDocuments> = port("documents.served");
