// What a commit makes of a document's files, and which bytes it still waits for (rules: writes/commits).

import { type Permit, type PrepareCall, refuse } from "../../kernel/plugin.ts";
import { holdBlobs } from "../../kernel/ports/blobs.ts";
import { type FileRow, type LoadedDocument, loadWith, parseFilePath, readFile } from "../documents/port/read.ts";
import {
  type Changes,
  findKnownContents,
  type KnownContent,
  refuseGenerated,
  type Shown,
  showSource,
  typeOfFile,
} from "../documents/port/write.ts";
import { type Commit, type CommitFile, findCommit, listSent } from "./store/commits.ts";

type CommitCall = PrepareCall<LoadedDocument & { commit: Commit }, false>;

/** The caller's own commit to a document that they may edit. Throws 404 for any other and 410 for one that has run out. */
export function ownCommit(commitId: number): Permit<LoadedDocument & { commit: Commit }> {
  return {
    needs: "edit on the document, and the commit being one's own",
    check: async (call, input) => {
      const found = await loadWith(call, { needed: "edit", doc_id: String(input.params["doc_id"]) });
      const by = { commit_id: commitId, document_id: found.document_id, user_id: call.actor?.user_id ?? 0 };
      const commit = await findCommit(call.sql, by);
      if (!commit) throw refuse.notFound(`commit ${commitId} is not found; begin one with POST .../commits`);
      if (commit.version === null && commit.expires_at <= call.now) {
        throw refuse.gone(`commit ${commitId} has run out after 60 minutes; begin another one`);
      }
      return { ...found, commit };
    },
  };
}

/** Throws 400 for paths that cannot stand, come twice, or say nothing. */
export function checkFiles(files: readonly CommitFile[]): void {
  const seen = new Set<string>();
  for (const { path, sha256, size, delete: goes } of files) {
    parseFilePath(path);
    if (seen.has(path)) throw refuse.invalid(`path "${path}" is named twice; name each file once`);
    seen.add(path);
    const isContent = sha256 !== undefined && size !== undefined;
    if (goes ? sha256 !== undefined : !isContent) {
      throw refuse.invalid(`"${path}" needs sha256 and size, or delete: true and neither`);
    }
  }
}

/** Throws 400 for a page that the service makes, and for a document that would lose what it shows. */
export function refuseUncommittable(document: LoadedDocument, { files, mode }: Pick<Commit, "files" | "mode">): void {
  for (const { path } of files) refuseGenerated(document, path);
  const source = files.find((file) => file.path === document.source_path);
  if (source?.delete || (mode === "replace" && !source)) {
    throw refuse.invalid(`"${document.source_path}" is what this document shows, so a commit must keep it`);
  }
}

/** The contents that the caller may put: sent for this commit, or in a document that they may open. By hash. */
export async function findContentsFor(
  call: Pick<CommitCall, "sql" | "actor" | "now">,
  { files, commit_id }: { files: readonly CommitFile[]; commit_id: number | null },
): Promise<Map<string, KnownContent>> {
  const hashes = [...new Set(files.flatMap((file) => file.sha256 ?? []))];
  const known = await findKnownContents(call.sql, { actor: call.actor, hashes, now: call.now });
  const sent = commit_id === null ? [] : await listSent(call.sql, commit_id);
  return new Map([...known, ...sent].map((content) => [content.sha256, content]));
}

/** Throws 409 naming the hashes whose bytes are not here. */
export function refuseMissingContents(files: readonly CommitFile[], contents: ReadonlyMap<string, KnownContent>): void {
  const missing = [...new Set(files.flatMap(({ sha256 }) => (sha256 && !contents.has(sha256) ? [sha256] : [])))];
  if (missing.length === 0) return;
  throw refuse.conflict(`${missing.length} of the contents are not here yet; send them and finalize again`, {
    missing,
  });
}

/** What follows from the source that the commit brings; nothing where it brings none. */
export async function shownOf(call: CommitCall, contents: ReadonlyMap<string, KnownContent>): Promise<Shown> {
  const { subject } = call;
  const source = subject.commit.files.find((file) => file.path === subject.source_path);
  const content = contents.get(source?.sha256 ?? "");
  if (!content) return { page: null, title: null };
  return showSource(call, subject, { read: () => readFile(call, content), size_bytes: content.size_bytes });
}

/** The content types of the files that the commit brings, by path. */
export async function typesOf(
  call: CommitCall,
  contents: ReadonlyMap<string, KnownContent>,
): Promise<ReadonlyMap<string, string>> {
  const types = new Map<string, string>();
  for (const { path, sha256 } of call.subject.commit.files) {
    const content = contents.get(sha256 ?? "");
    if (content) types.set(path, await typeOfFile(call, path, content));
  }
  return types;
}

/** The changes to the document as it is now. What they name is held, so that nothing of it is swept away before the commit. */
export async function changesOf(
  call: CommitCall,
  current: LoadedDocument,
  made: { contents: ReadonlyMap<string, KnownContent>; types: ReadonlyMap<string, string>; shown: Shown },
): Promise<Changes> {
  const { files, mode } = call.subject.commit;
  const { contents, types } = made;
  const { page, title } = made.shown;
  const named = new Set(files.map((file) => file.path));
  const stays = current.files.filter((file) => {
    if (file.renderer !== null) return page === null;
    return mode === "merge" && !named.has(file.path);
  });
  const brought = files.flatMap((file): FileRow[] => {
    const content = contents.get(file.sha256 ?? "");
    if (!content) return [];
    const { blob_id, sha256, size_bytes } = content;
    const content_type = types.get(file.path) ?? "application/octet-stream";
    return [{ path: file.path, blob_id, sha256, size_bytes, content_type, renderer: null }];
  });
  const blob_ids = brought.map((file) => file.blob_id);
  const locked = await holdBlobs(call.sql, { workspace_id: call.actor.workspace.id, blob_ids });
  const lost = brought.filter((file) => !locked.has(file.blob_id)).map((file) => file.sha256);
  if (lost.length > 0)
    throw refuse.conflict("some of the contents have gone meanwhile; send them again", { missing: lost });
  return { replace: [...stays, ...brought], put: page ? [page] : [], title };
}
