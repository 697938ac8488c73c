// A version of a document that somebody names, for those who may look it up through the API:
// what it is, and where its files lie.
import type { Actor, RequestFacts, Runtime, Sql } from "../../kernel/plugin.ts";
import { readViewerCookie } from "../../kernel/ports/auth.ts";
import { levelColumns, placedFor } from "../documents/port/sql.ts";
import { type Level, reaches } from "../places/port.ts";
import { makeCapability, viewerKey } from "./capability.ts";
import type { ServedDocument } from "./served.ts";

/** A version as a page says which one it shows. */
export interface NamedVersion {
  version: number;
  created_at: Date;
  /** The name that people gave it. */
  label: string | null;
  /** Written, and not shown yet. */
  candidate: boolean;
}

/**
 * The version of a document of the reader's workspace; null where there is none of that number, and for whom the document is not
 * open by name: its link opens what is current and nothing else.
 */
export async function findNamedVersion(
  sql: Sql,
  by: { reader: Actor; document_id: number; version: number },
): Promise<NamedVersion | null> {
  const [row] = await sql<(NamedVersion & { level: Level })[]>`
    select v.version, v.created_at, v.label, v.candidate, ${levelColumns(sql, by.reader)}
    from ${placedFor(sql, by.reader)} join document_versions v on v.document_id = d.document_id
    where d.document_id = ${by.document_id} and v.version = ${by.version}`;
  return row && reaches(row.level, "view") ? row : null;
}

/** Where the files of a version lie for the viewer of a request, with a slash at its end; null where it names nobody. */
export function versionAddress(
  runtime: Runtime,
  { request, now, document, version }: { request: RequestFacts; now: Date; document: ServedDocument; version: number },
): string | null {
  const claims = readViewerCookie(runtime.signer, request, now);
  if (!claims) return null;
  const capability = makeCapability(runtime, document, { request, now, key: viewerKey(claims), version });
  return `/d/${document.slug}/${capability}/`;
}
