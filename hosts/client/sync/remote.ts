// The server as a sync client uses it:
// the feed, a version's bytes, new documents, versions made on a version, moves and the trash.
import { type ApiClient, type components, createClient } from "../../../openapi/client/mod.ts";
import { sendableName } from "../names/file_names.ts";
import { PATH_MARK, rawMark } from "../names/path_mark.ts";
import { type Caller, createCaller, demandMe, type Patience } from "../server/caller.ts";
import { demandRoot, findRoot, type RootFound } from "../server/roots.ts";
import { readScanned } from "./read_tree.ts";
import type { Files, LocalFile, Visibility } from "./trees.ts";

export type ChangePage = components["schemas"]["DocumentChanges"];
export type Change = components["schemas"]["DocumentChange"];
type Document = components["schemas"]["Document"];

/** Larger files are announced with their hash and streamed; up to here they fit into one request. */
const WHOLE_BYTES_MAX = 8 * 1024 * 1024;
/** Up to here a file goes into JSON. */
const JSON_BYTES_MAX = 1024 * 1024;

export interface NewDocument {
  filename: string;
  folder: string;
  /** What it is to remember of its path; null for nothing. */
  mark: string | null;
  root: string;
  visibility: Visibility | null;
  file: LocalFile;
  /** False shares markdown as a file, for one that no page can be made of. */
  render: boolean;
  idempotency_key: string;
}

/** What becomes of a document's files, made on a version. */
export interface Edit {
  base_version: number;
  put: Readonly<Record<string, LocalFile>>;
  remove: readonly string[];
}

export interface Remote {
  /** Whose the token is. Throws CommandError where no server answers or the token is not good. */
  demandMe(): Promise<{ email: string }>;
  /** The same of a server that answered before. */
  email(): Promise<string>;
  /** Null for My documents. Throws CommandError for a root in which the caller may open nothing. */
  demandRoot(root: string): Promise<RootFound | null>;
  /** Null for a root in which the caller may open nothing. */
  findRoot(root: string): Promise<RootFound | null>;
  /** Waits up to so many seconds for a change. */
  changes(document: { root: string; since: string | null; wait: number; signal: AbortSignal }): Promise<ChangePage>;
  bytes(docId: string, at: { path: string; version: number }): Promise<ReadableStream<Uint8Array>>;
  create(document: NewDocument): Promise<Document>;
  /** Answers the new version. */
  edit(docId: string, edit: Edit): Promise<number>;
  /** Null of `mark` forgets it. */
  change(docId: string, fields: { filename?: string; folder?: string; mark?: string | null }): Promise<Document>;
  moveFolder(move: { root: string; path: string; new_path: string }): Promise<void>;
  /** Throws CallError 409 when the document has gone on from the version. */
  remove(docId: string, version: number): Promise<void>;
}

export interface RemoteOptions extends Patience {
  server: string;
  token: string;
}

/** Makes the calls. Each throws CallError with the server's own message when it says no. */
export function openRemote(options: RemoteOptions): Remote {
  const api = createClient({ base_url: options.server, token: options.token });
  const call = createCaller(options);
  return {
    demandMe: () => demandMe({ api, call }, options.server),
    email: async () => (await call(() => api.GET("/api/me"))).email,
    demandRoot: (root) => demandRoot({ api, call }, root),
    findRoot: (root) => findRoot({ api, call }, root),
    changes: ({ root, since, wait, signal }) => {
      const query = { root, wait, ...(since === null ? {} : { since }) };
      return call(() => api.GET("/api/changes", { params: { query }, signal }));
    },
    bytes: async (docId, { path, version }) => {
      const params = { path: { doc_id: docId, path }, query: { version } };
      const answer = () => api.GET("/api/docs/{doc_id}/files/{path}", { params, parseAs: "stream" });
      // An empty file comes without a body.
      const body = await call(async () => {
        const got = await answer();
        return got.response.ok ? { data: got.response.body ?? new Blob([]).stream(), response: got.response } : got;
      });
      if (body instanceof ReadableStream) return body;
      throw new Error(`${path} came in another form than bytes`);
    },
    create: (document) => create(api, call, document),
    edit: (docId, edit) => writeEdit({ api, call, docId }, edit),
    change: async (docId, { mark, ...names }) => {
      const marked = mark === undefined ? {} : await markedAttrs({ api, call, docId }, mark);
      return call(() => api.PATCH("/api/docs/{doc_id}", { ...at(docId), body: { ...names, ...marked } }));
    },
    moveFolder: async (body) => {
      await call(() => api.PATCH("/api/folders", { body }));
    },
    remove: async (docId, base_version) => {
      const params = { path: { doc_id: docId }, query: { base_version } };
      await call(() => api.DELETE("/api/docs/{doc_id}", { params }));
    },
  };
}

function at(docId: string) {
  return { params: { path: { doc_id: docId } } };
}

async function create(api: ApiClient, call: Caller, document: NewDocument): Promise<Document> {
  const { filename, mark } = document;
  const made = await upload(api, call, document);
  // Some names cannot be an upload's; the document can have them all the same.
  if (made.filename === filename && rawMark(made.attrs) === mark) return made;
  const attrs = { ...Object(made.attrs), ...(mark === null ? {} : { [PATH_MARK]: mark }) };
  return call(() => api.PATCH("/api/docs/{doc_id}", { ...at(made.doc_id), body: { filename, attrs } }));
}

/** All attributes with the mark as it is to be: what others keep there stays. */
async function markedAttrs({ api, call, docId }: Target, mark: string | null) {
  const { attrs } = await call(() => api.GET("/api/docs/{doc_id}", at(docId)));
  const { [PATH_MARK]: _before, ...others } = Object(attrs);
  return { attrs: { ...others, ...(mark === null ? {} : { [PATH_MARK]: mark }) } };
}

async function upload(api: ApiClient, call: Caller, document: NewDocument): Promise<Document> {
  const { folder, root, idempotency_key, file, visibility } = document;
  const named = { filename: sendableName(document.filename), folder, root, idempotency_key };
  const query = { ...named, ...(visibility && { visibility }), ...(!document.render && { render: false }) };
  if (file.size <= WHOLE_BYTES_MAX) {
    const bytes = await readScanned(file);
    // No document begins empty: a line is its first version, and nothing its second.
    const body = new Blob([bytes.length === 0 ? "\n" : bytes]);
    return call(() => api.PUT("/api/upload", { params: { query }, body }));
  }
  const { ticket_id, upload_url } = await call(() =>
    api.POST("/api/uploads", { body: { ...query, size: file.size, sha256: file.sha256 } }),
  );
  const ticket = upload_url.split("/").at(-1) ?? String(ticket_id);
  const body = Bun.file(file.absolute);
  const made = await call(() => api.PUT("/u/{ticket}", { params: { path: { ticket } }, body }));
  if ("doc_id" in made) return made;
  const taken = "upload_offset" in made ? made.upload_offset : made.size;
  throw new Error(`the server took ${taken} of ${file.size} bytes: the file changed on its way`);
}

interface Target {
  api: ApiClient;
  call: Caller;
  docId: string;
}

async function writeEdit(target: Target, edit: Edit): Promise<number> {
  const { put, remove, base_version } = edit;
  const [only, ...others] = Object.entries(put);
  if (only && others.length === 0 && remove.length === 0 && only[1].size <= JSON_BYTES_MAX) {
    return writeOne(target, { path: only[0], file: only[1], base_version });
  }
  return writeMany(target, edit);
}

async function writeOne(
  { api, call, docId }: Target,
  { path, file, base_version }: { path: string; file: LocalFile; base_version: number },
): Promise<number> {
  const content = Buffer.from(await readScanned(file)).toString("base64");
  const params = { path: { doc_id: docId, path } };
  const body = { content, encoding: "base64" as const, base_version };
  return (await call(() => api.PUT("/api/docs/{doc_id}/files/{path}", { params, body }))).version;
}

/** One version for several files, of which only what the server does not have is sent. */
async function writeMany({ api, call, docId }: Target, { put, remove, base_version }: Edit): Promise<number> {
  const contents = Object.entries(put).map(([path, { sha256, size }]) => ({ path, sha256, size }));
  const files = [...contents, ...remove.map((path) => ({ path, delete: true }))];
  const path = { doc_id: docId };
  const begun = await call(() =>
    api.POST("/api/docs/{doc_id}/commits", { params: { path }, body: { files, base_version } }),
  );
  const { commit_id } = begun;
  for (const hash of begun.missing) {
    const file = Object.values(put).find((one) => one.sha256 === hash);
    if (!file) throw new Error(`the server misses ${hash}, which is in no file`);
    const body = new Blob([await readScanned(file)]);
    const params = { path: { ...path, commit_id, hash } };
    await call(() => api.PUT("/api/docs/{doc_id}/commits/{commit_id}/blobs/{hash}", { params, body }));
  }
  const finalize = "/api/docs/{doc_id}/commits/{commit_id}/finalize";
  return (await call(() => api.POST(finalize, { params: { path: { ...path, commit_id } }, body: {} }))).version;
}

/** The files of a document that was just made from one file. */
export function filesOfNew(document: Document, content: { sha256: string; size: number }): Files {
  const paths = (document.files ?? []).map(({ path }) => path);
  const isGenerated = (path: string) => document.kind !== "html" && path === "index.html";
  return Object.fromEntries(paths.filter((path) => !isGenerated(path)).map((path) => [path, content]));
}
