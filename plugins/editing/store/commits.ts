// Commits and the bytes that were sent for them, as rows.
import type { PersonEnd, PersonMove, Sql } from "../../../kernel/plugin.ts";
import { ownDocuments } from "../../documents/port/sql.ts";
import type { KnownContent } from "../../documents/port/write.ts";

/** One path of a commit: what it is to hold, or that it goes. */
export interface CommitFile {
  path: string;
  sha256?: string;
  size?: number;
  delete?: boolean;
}

export interface Commit {
  commit_id: number;
  mode: "merge" | "replace";
  base_version: number | null;
  message: string | null;
  files: CommitFile[];
  /** Null while it is open. */
  version: number | null;
  changed: boolean | null;
  expires_at: Date;
}

export async function insertCommit(
  sql: Sql,
  commit: Omit<Commit, "commit_id" | "version" | "changed"> & {
    workspace_id: number;
    document_id: number;
    user_id: number;
    now: Date;
  },
): Promise<number> {
  const [row] = await sql<{ commit_id: number }[]>`
    insert into document_commits (workspace_id, document_id, user_id, mode, base_version, message, files, created_at, expires_at)
    values (${commit.workspace_id}, ${commit.document_id}, ${commit.user_id}, ${commit.mode}, ${commit.base_version}, ${commit.message},
      ${JSON.stringify(commit.files)}::text::jsonb, ${commit.now}, ${commit.expires_at})
    returning commit_id`;
  if (!row) throw new Error("insert into document_commits returned no row");
  return row.commit_id;
}

/** Somebody's own commit to a document; null for any other. With `lock` its other finalizers wait. */
export async function findCommit(
  sql: Sql,
  by: { commit_id: number; document_id: number; user_id: number; lock?: boolean },
): Promise<Commit | null> {
  const [row] = await sql<Commit[]>`
    select commit_id, mode, base_version, message, files, version, changed, expires_at from document_commits
    where commit_id = ${by.commit_id} and document_id = ${by.document_id} and user_id = ${by.user_id}
    ${by.lock ? sql`for no key update` : sql``}`;
  return row ?? null;
}

export async function finishCommit(
  sql: Sql,
  done: { commit_id: number; version: number; changed: boolean },
): Promise<void> {
  await sql`
    update document_commits set version = ${done.version}, changed = ${done.changed} where commit_id = ${done.commit_id}`;
}

export async function insertCommitBlob(
  sql: Sql,
  blob: { commit_id: number; workspace_id: number; sha256: string; blob_id: number },
): Promise<void> {
  await sql`
    insert into document_commit_blobs (commit_id, sha256, workspace_id, blob_id)
    values (${blob.commit_id}, decode(${blob.sha256}, 'hex'), ${blob.workspace_id}, ${blob.blob_id})
    on conflict do nothing`;
}

/** What was sent for a commit. */
export function listSent(sql: Sql, commitId: number): Promise<KnownContent[]> {
  return sql<KnownContent[]>`
    select encode(c.sha256, 'hex') as sha256, c.blob_id, b.size_bytes
    from document_commit_blobs c join blobs b using (blob_id) where c.commit_id = ${commitId}`;
}

export async function sweepCommits(sql: Sql, before: Date): Promise<void> {
  await sql`delete from document_commits where expires_at < ${before}`;
}

/** Whoever moves to another workspace begins anew: what was sent lies with the old one. */
export async function dropCommits({ sql, user_id, from_workspace_id }: PersonMove): Promise<void> {
  await sql`
    delete from document_commits
    where workspace_id = ${from_workspace_id} and (user_id = ${user_id} or document_id in (${ownDocuments(sql, user_id)}))`;
}

export async function dropOwnCommits({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`delete from document_commits where user_id = ${user_id}`;
}
