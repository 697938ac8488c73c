// Keeps the files of a database's document as they are: what a database holds lies in its tables.
import { refuse } from "../../kernel/plugin.ts";
import type { ContentWrite } from "../documents/port/hooks.ts";

/** Throws 400 for content that somebody would write into a database's document. */
export function guardFiles({ doc_type, by_service }: Pick<ContentWrite, "doc_type" | "by_service">): void {
  if (doc_type !== "database" || by_service) return;
  throw refuse.invalid("a database has no files to write; change its tables and records instead");
}
