// What of the documents is remembered for their readers, as a port.
import { type Port, port } from "../../kernel/plugin.ts";
import type { ServedDocuments } from "./served.ts";

/** What of the documents is remembered for their readers. */
export const servedPort: Port<ServedDocuments> = port("content.served");
