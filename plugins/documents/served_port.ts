// The door of what the content host shows, apart from the others so that writes of documents can pass through it too.
import { type Port, port } from "../../kernel/mod.ts";
import type { ServedDocuments } from "./serving/served.ts";

/** The content host's view; whoever closes a document must announce it there. */
export const servedPort: Port<ServedDocuments> = port("documents.served");
