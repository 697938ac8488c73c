// What other plugins may use of documents.
import { type Actor, type Port, port, type Sql } from "../../kernel/mod.ts";
import type { Document } from "./schemas.ts";
import type { Static } from "../../kernel/mod.ts";
import type { ServedDocuments } from "./serving/served.ts";

/** A document as lists show it. */
export type ListedDocument = Static<typeof Document>;

/** Documents, for the plugins above. */
export interface Documents {
  /** A person's own live documents, the last changed first. */
  listOwn(sql: Sql, actor: Actor, options: { limit: number; now: Date }): Promise<ListedDocument[]>;
}

export const documentsPort: Port<Documents> = port("documents");

/** The content host's view; whoever closes a document must announce it there. */
export const servedPort: Port<ServedDocuments> = port("documents.served");
