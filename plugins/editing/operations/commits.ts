// Many files of a document in one version:
// announced by their hashes, sent where they are missing, then written at once.
import { HOUR_MS, later, refuse, sha256Hex, t } from "../../../kernel/plugin.ts";
import { keepBlob } from "../../../kernel/ports/blobs.ts";
import { readBytes, refuseDeclaredSize, withLargeBody } from "../../../kernel/ports/input.ts";
import { documentWith, showDocument } from "../../documents/port/read.ts";
import {
  activate,
  baseVersion,
  forItsReaders,
  lockToken,
  message,
  ownerOf,
  refuseConflict,
  revise,
  writtenMembers,
} from "../../documents/port/write.ts";
import { manifest } from "../../manifest.ts";
import { capOf, operation } from "../../operation.ts";
import {
  changesOf,
  checkFiles,
  findContentsFor,
  ownCommit,
  refuseMissingContents,
  refuseUncommittable,
  shownOf,
  typesOf,
} from "../committing.ts";
import { findCommit, finishCommit, insertCommit, insertCommitBlob } from "../store/commits.ts";

const FILES_MAX = manifest.caps.files_per_commit;
const SIZE_MAX = 2 ** 31 - 1;
const hash = { pattern: "^[0-9a-f]{64}$", description: "SHA-256 of the content, 64 lower-case hex digits." };

export const beginCommit = operation({
  id: "doc.commit.begin",
  route: "POST /api/docs/{doc_id}/commits",
  summary: "Announce files that are to become one version",
  description:
    "Answers which contents are missing and where to PUT them; then finalize. Contents of documents that you may open need not be sent again.",
  body: t.Object({
    files: t.Array(
      t.Object({
        path: t.Name(),
        sha256: t.Optional(t.String(hash)),
        size: t.Optional(t.Integer({ minimum: 0, maximum: SIZE_MAX, description: "Bytes." })),
        delete: t.Optional(t.Boolean({ description: "True takes the file away." })),
      }),
      { minItems: 1, maxItems: FILES_MAX },
    ),
    mode: t.Optional(
      t.OneOf(["merge", "replace"], {
        default: "merge",
        description: "replace takes away every file that is not named.",
      }),
    ),
    base_version: baseVersion,
    lock_token: lockToken,
    message,
  }),
  output: t.Object(
    {
      commit_id: t.Integer(),
      missing: t.Array(t.String()),
      put: t.Array(t.Object({ sha256: t.String(), url: t.String() })),
      expires_at: t.Instant(),
    },
    { $id: "CommitBegun" },
  ),
  status: 201,
  rules: ({ body }) => checkFiles(body.files),
  permit: documentWith("edit"),
  connection_limit: "places",
  publishes: forItsReaders,
  quota: "publish",
  audit: "doc.commit",
  refuses: [409, 413, 423],
  prepare: async (call, { body }) => {
    const { subject, runtime } = call;
    const paths = body.files.map((file) => file.path);
    await refuseConflict(call, subject, { base_version: body.base_version, lock_token: body.lock_token, paths });
    refuseUncommittable(subject, { files: body.files, mode: body.mode ?? "merge" });
    const size = body.files.reduce((sum, file) => sum + (file.size ?? 0), 0);
    const bytesMax = capOf(runtime, "document_bytes");
    if (size > bytesMax)
      throw refuse.tooLarge(`the files have ${size} bytes together; at most ${bytesMax} are allowed`);
  },
  run: async (call, { body }) => {
    const { sql, subject, actor, runtime, now, note } = call;
    const { doc_id, document_id } = subject;
    const contents = await findContentsFor(call, { files: body.files, commit_id: null });
    const commit = {
      workspace_id: actor.workspace.id,
      document_id,
      user_id: actor.user_id,
      mode: body.mode ?? "merge",
      base_version: body.base_version ?? null,
      message: body.message ?? null,
      files: body.files,
      expires_at: later(now, HOUR_MS),
      now,
    };
    const commit_id = await insertCommit(sql, commit);
    note("doc.commit", { target_type: "doc", target_id: doc_id, meta: { commit_id, count: body.files.length } });
    const missing = [...new Set(body.files.flatMap(({ sha256 }) => (sha256 && !contents.has(sha256) ? [sha256] : [])))];
    const at = `${runtime.config.base_url}/api/docs/${doc_id}/commits/${commit_id}/blobs`;
    return {
      commit_id,
      missing,
      put: missing.map((sha256) => ({ sha256, url: `${at}/${sha256}` })),
      expires_at: commit.expires_at.toISOString(),
    };
  },
});

const commitId = t.Id({ description: "The commit." });

export const sendContent = operation({
  id: "doc.commit.send",
  route: "PUT /api/docs/{doc_id}/commits/{commit_id}/blobs/{hash}",
  summary: "Send one content of a commit as a raw body",
  params: t.Object({ doc_id: t.String(), commit_id: commitId, hash: t.String(hash) }),
  output: t.Object({ sha256: t.String(), size: t.Integer() }, { $id: "CommitContent" }),
  raw: "upload",
  permit: ({ params }) => ownCommit(params.commit_id),
  connection_limit: "places",
  opens: null,
  audit: "doc.commit",
  refuses: [409, 410],
  prepare: async (call, { params }) => {
    const { request, subject } = call;
    const sha256 = params.hash;
    const wanted = subject.commit.files.find((file) => file.sha256 === sha256);
    if (!wanted) throw refuse.notFound(`commit ${params.commit_id} names no content ${sha256}`);
    if (subject.commit.version !== null) throw refuse.conflict(`commit ${params.commit_id} is finalized already`);
    const size_max = wanted.size ?? 0;
    refuseDeclaredSize(request.headers, size_max);
    return withLargeBody({ headers: request.headers, ...ownerOf(call) }, async () => {
      const bytes = await readBytes({ headers: request.headers, stream: request.body, size_max });
      const came = sha256Hex(bytes);
      if (came !== sha256) throw refuse.invalid(`the bytes have sha256 ${came}, not ${sha256}; nothing is kept`);
      return call.store(bytes);
    });
  },
  run: async (call, { params }, stored) => {
    const { sql, actor, now, subject, note } = call;
    const workspace_id = actor.workspace.id;
    const { commit_id, hash: sha256 } = params;
    const { blob_id } = await keepBlob(sql, { workspace_id, stored, now });
    await insertCommitBlob(sql, { commit_id, workspace_id, sha256, blob_id });
    note("doc.commit", { target_type: "doc", target_id: subject.doc_id, meta: { commit_id, sha256 } });
    return { sha256, size: stored.size_bytes };
  },
});

export const finalizeCommit = operation({
  id: "doc.commit.finalize",
  route: "POST /api/docs/{doc_id}/commits/{commit_id}/finalize",
  summary: "Write a commit as one version",
  description: "A repeat answers what the first one did. 409 names contents that are still missing.",
  params: t.Object({ doc_id: t.String(), commit_id: commitId }),
  body: t.Object({ lock_token: lockToken, activate }),
  output: t.Object({ ...writtenMembers, commit_id: t.Integer() }, { $id: "CommitFinalized" }),
  permit: ({ params }) => ownCommit(params.commit_id),
  connection_limit: "places",
  publishes: forItsReaders,
  audit: "doc.edit",
  refuses: [409, 410, 413, 423],
  prepare: async (call, { body }) => {
    const { subject } = call;
    const { commit } = subject;
    if (commit.version !== null) return null;
    const conditions = { base_version: commit.base_version ?? undefined, lock_token: body.lock_token };
    await refuseConflict(call, subject, { ...conditions, paths: commit.files.map((file) => file.path) });
    refuseUncommittable(subject, commit);
    const contents = await findContentsFor(call, commit);
    refuseMissingContents(commit.files, contents);
    return { conditions, contents, types: await typesOf(call, contents), shown: await shownOf(call, contents) };
  },
  run: async (call, { params, body }, made) => {
    const { sql, subject, actor } = call;
    const { commit_id } = params;
    const show = (document: typeof subject, done: { version: number; changed: boolean; candidate?: true }) => ({
      ...showDocument(document, call),
      ...done,
      commit_id,
    });
    const by = { commit_id, document_id: subject.document_id, user_id: actor.user_id, lock: true };
    const commit = await findCommit(sql, by);
    if (!commit) throw refuse.notFound(`commit ${commit_id} is not found; begin one with POST .../commits`);
    if (commit.version !== null || !made) {
      return show(subject, { version: commit.version ?? subject.version, changed: commit.changed ?? false });
    }
    const { document, changed, candidate } = await revise(call, subject, {
      ...made.conditions,
      put: [],
      again: (current) => changesOf(call, current, made),
      message: commit.message,
      activate: body.activate,
    });
    await finishCommit(sql, { commit_id, version: document.version, changed });
    if (changed) {
      const meta = {
        version: document.version,
        commit_id,
        count: commit.files.length,
        ...(candidate && { candidate }),
      };
      call.note("doc.edit", { target_type: "doc", target_id: subject.doc_id, meta });
    }
    const shown = { ...subject, ...document };
    return show(shown, { version: document.version, changed, ...(candidate && { candidate }) });
  },
});
