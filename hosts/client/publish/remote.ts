// The server as the command speaks to it:
// the few calls that publishing takes, each tried again where the server asks for patience.
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { type ApiClient, type components, createClient } from "../../../openapi/client/mod.ts";
import { documentFilename, sendableName } from "../names/file_names.ts";
import { type Caller, createCaller, demandMe } from "../server/caller.ts";
import { demandRoot } from "../server/roots.ts";
import { type Kept, pageOrFile } from "../server/unrendered.ts";
import { type LocalFile, readLocalText } from "./folder.ts";

/** What publishing has to know of a document. */
export type RemoteDocument = Pick<
  components["schemas"]["Document"],
  "doc_id" | "slug" | "url" | "kind" | "filename" | "folder" | "visibility" | "attrs" | "files"
>;
export type Visibility = RemoteDocument["visibility"];

/** SHA-256 in hex by path. */
export type Hashes = Map<string, string>;

/** A file as it goes into a document. */
export interface OutgoingFile {
  path: string;
  bytes: Blob;
}

export interface NewPage {
  html: Uint8Array<ArrayBuffer>;
  /** What it shows, which comes with it. */
  parts: readonly OutgoingFile[];
  filename: string;
  folder: string;
  attrs: Record<string, string>;
  visibility?: Visibility;
  password?: string;
}

export interface NewFile {
  file: LocalFile;
  /** Of a page with what it includes; null for what goes as it is. */
  text: string | null;
  folder: string;
  attrs: Record<string, string>;
  /** Null for what says nothing of them. */
  tags: string[] | null;
  visibility: Visibility | undefined;
  password: string | undefined;
}

export interface FieldChanges {
  filename?: string;
  tags?: string[];
  attrs?: Record<string, string>;
  visibility?: Visibility;
  password?: string;
}

export interface Remote {
  /** Throws CommandError when no server answers or the token is not good, CallError for what it says against it. */
  whoAmI(): Promise<{ email: string }>;
  /** Throws CommandError when the root is none in which the caller may open anything. */
  demandRoot(): Promise<void>;
  /** Whether a reference leads to a document that the caller may open. */
  resolves(ref: string): Promise<boolean>;
  /** The documents of the root in a folder and below it, the newest first. */
  list(folder: string): Promise<RemoteDocument[]>;
  /** Of the files of a document that `list` answered or that was made since. */
  hashes(docId: string): Promise<Hashes>;
  createPage(page: NewPage): Promise<RemoteDocument>;
  /** Markdown becomes a page, or a file where the server can make none of it. */
  createFile(file: NewFile): Promise<Kept<RemoteDocument>>;
  /** One version for all of them. */
  putFiles(docId: string, files: OutgoingFile[]): Promise<void>;
  removeFile(docId: string, path: string): Promise<void>;
  change(docId: string, fields: FieldChanges): Promise<void>;
  remove(docId: string): Promise<void>;
  /** Moves a document of another root into this one, where it has the same folder. */
  takeIn(document: RemoteDocument): Promise<void>;
  /** What a folder says of its first page and its order. */
  folderOrder(folder: string): Promise<FolderOrder>;
  changeFolder(folder: string, changes: Partial<FolderOrder>): Promise<void>;
}

export type FolderOrder = Pick<components["schemas"]["FolderSettings"], "index_doc_id" | "child_order">;

export interface RemoteOptions {
  server: string;
  token: string;
  /** A shared root's slug, or `~`. */
  root: string;
  /** Called before a wait that somebody who watches would wonder about. */
  onWait(seconds: number, reason: string): void;
}

/** A longer wait is for the one who typed the command to decide. */
const PATIENCE_SECONDS = 120;

/** Makes the calls. Each throws an Error with the server's own message when it says no. */
export function openRemote(options: RemoteOptions): Remote {
  const api = createClient({ base_url: options.server, token: options.token });
  const call = createCaller({ onWait: options.onWait, seconds_max: PATIENCE_SECONDS });
  const { root } = options;
  const place: Place = { api, call, root };
  /** Read for the whole folder at once, since a folder is asked for file by file. */
  let known: Map<string, Hashes> = new Map();
  return {
    whoAmI: () => demandMe(place, options.server),
    demandRoot: async () => void (await demandRoot(place, root)),
    resolves: async (ref) => (await call(() => api.GET("/api/resolve", { params: { query: { ref } } }))).found,
    list: async (folder) => {
      const [documents, hashes] = await Promise.all([listAll(place, folder), readHashes(place, folder)]);
      known = hashes;
      return documents;
    },
    hashes: async (docId) => {
      const read = known.get(docId);
      if (read) return read;
      const { manifest } = await call(() => api.GET("/api/docs/{doc_id}/manifest", at(docId)));
      return hashesOf(manifest);
    },
    createPage: (page) => createPage(place, page),
    createFile: (made) =>
      pageOrFile(made.file.path, (as) =>
        made.file.kind === "markdown" && as === "page" ? createMarkdown(place, made) : createShare(place, made),
      ),
    putFiles: async (docId, files) => {
      const body = { files: files.map(({ path, bytes }) => new File([bytes], path)) };
      await call(() => api.POST("/api/docs/{doc_id}/files", { ...at(docId), body }));
    },
    removeFile: async (docId, path) => {
      const params = { path: { doc_id: docId }, query: { path } };
      await call(() => api.DELETE("/api/docs/{doc_id}/files", { params }));
    },
    change: async (docId, body) => {
      await call(() => api.PATCH("/api/docs/{doc_id}", { ...at(docId), body }));
    },
    remove: async (docId) => {
      await call(() => api.DELETE("/api/docs/{doc_id}", at(docId)));
    },
    takeIn: async ({ doc_id, folder }) => {
      await call(() => api.PATCH("/api/docs/{doc_id}", { ...at(doc_id), body: { root, folder } }));
    },
    folderOrder: (path) => call(() => api.GET("/api/folder-meta", { params: { query: { root, path } } })),
    changeFolder: async (path, body) => {
      await call(() => api.PUT("/api/folder-meta", { params: { query: { root, path } }, body }));
    },
  };
}

/** Where documents are made and looked for. */
interface Place {
  api: ApiClient;
  call: Caller;
  root: string;
}

/** A page with its parts is one version, as one without is; only where it is called as no file of a document may be do they come in a second. */
async function createPage(
  { api, call, root }: Place,
  { parts, attrs, html, ...named }: NewPage,
): Promise<RemoteDocument> {
  // The same key at every attempt, so that an answer which got lost makes no second document.
  const common = { ...named, root, idempotency_key: crypto.randomUUID() };
  if (parts.length === 0 || sendableName(named.filename) !== named.filename)
    return call(() => api.POST("/api/docs", { body: { ...common, ...contentOf(html, "html"), attrs } }));
  const file = new File([html], named.filename);
  const files = parts.map(({ path, bytes }) => new File([bytes], path));
  const { doc_id } = await call(() => api.POST("/api/files", { body: { ...common, file, files } }));
  return call(() => api.PATCH("/api/docs/{doc_id}", { ...at(doc_id), body: { attrs } }));
}

/** A text as it is, and as bytes where it is in another encoding. */
function contentOf(bytes: Uint8Array, format: "html" | "markdown") {
  const { text, is_utf8 } = readLocalText(bytes);
  if (!is_utf8) return { content_base64: Buffer.from(bytes).toString("base64"), format };
  return format === "html" ? { html: text } : { markdown: text };
}

async function createMarkdown({ api, call, root }: Place, made: NewFile): Promise<RemoteDocument> {
  const { file, folder, attrs, tags, visibility, password } = made;
  const content =
    made.text === null ? contentOf(await Bun.file(file.absolute).bytes(), "markdown") : { markdown: made.text };
  const body = {
    ...{
      ...content,
      root,
      folder,
      attrs,
      filename: documentFilename(basename(file.path)),
      idempotency_key: crypto.randomUUID(),
    },
    ...(tags === null ? {} : { tags }),
    ...(visibility === undefined ? {} : { visibility }),
    ...(password === undefined ? {} : { password }),
  };
  return call(() => api.POST("/api/docs", { body }));
}

async function createShare({ api, call, root }: Place, made: NewFile): Promise<RemoteDocument> {
  const { file, folder, attrs, visibility, password } = made;
  const open = visibility === undefined || visibility === "password" ? {} : { visibility };
  const asFile = file.kind === "markdown" ? { render: false } : {};
  const filename = documentFilename(basename(file.path));
  const query = {
    filename: sendableName(filename),
    root,
    folder,
    idempotency_key: crypto.randomUUID(),
    ...open,
    ...asFile,
  };
  const body = Bun.file(file.absolute);
  const { doc_id } = await call(() => api.PUT("/api/upload", { params: { query }, body }));
  const named = query.filename === filename ? {} : { filename };
  const fields = { ...named, attrs, ...(password === undefined ? {} : { visibility: "password" as const, password }) };
  return call(() => api.PATCH("/api/docs/{doc_id}", { ...at(doc_id), body: fields }));
}

/** The hashes of everything in a folder, as the change feed tells them: a request for two hundred documents. */
async function readHashes({ api, call, root }: Place, folder: string): Promise<Map<string, Hashes>> {
  const found = new Map<string, Hashes>();
  let since: string | undefined;
  for (;;) {
    const query = { root, folder, recursive: true, ...(since === undefined ? {} : { since }) };
    const page = await call(() => api.GET("/api/changes", { params: { query } }));
    for (const { doc_id, deleted, manifest } of page.changes) if (!deleted) found.set(doc_id, hashesOf(manifest));
    if (!page.has_more) return found;
    since = page.next_cursor;
  }
}

function hashesOf(manifest: Record<string, { sha256: string }>): Hashes {
  return new Map(Object.entries(manifest).map(([path, { sha256 }]) => [path, sha256]));
}

/** SHA-256 of a text or of a file's bytes, in hex. */
export async function hashOf(content: string | Blob): Promise<string> {
  const hash = createHash("sha256");
  if (typeof content === "string") hash.update(content);
  else for await (const chunk of content.stream()) hash.update(chunk);
  return hash.digest("hex");
}

function at(docId: string) {
  return { params: { path: { doc_id: docId } } };
}

async function listAll({ api, call, root }: Place, folder: string): Promise<RemoteDocument[]> {
  const found: RemoteDocument[] = [];
  let cursor: string | undefined;
  do {
    const query = { root, folder, recursive: true, limit: 500, ...(cursor === undefined ? {} : { cursor }) };
    const page = await call(() => api.GET("/api/docs", { params: { query } }));
    found.push(...page.docs);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return found;
}

/** The same server for looking alone: what would be made answers as if it were, and nothing is written. */
export function withoutWrites(remote: Remote): Remote {
  const made = (options: {
    folder: string;
    filename: string;
    visibility: Visibility | undefined;
    kind: RemoteDocument["kind"];
  }) => ({
    ...{ doc_id: "", slug: "", url: "", attrs: {}, files: [] },
    ...options,
    visibility: options.visibility ?? "restricted",
  });
  const taken: RemoteDocument[] = [];
  return {
    ...remote,
    list: async (folder) => [...(await remote.list(folder)), ...taken],
    hashes: async (docId) => (docId === "" ? new Map() : remote.hashes(docId)),
    createPage: async ({ folder, filename, visibility }) => made({ folder, filename, visibility, kind: "html" }),
    createFile: async ({ file, folder, visibility }) => {
      const kind = file.kind === "markdown" ? "markdown" : "file";
      return { document: made({ folder, filename: basename(file.path), visibility, kind }), reason: null };
    },
    putFiles: async () => {},
    removeFile: async () => {},
    change: async () => {},
    remove: async () => {},
    takeIn: async (document) => void taken.push(document),
    changeFolder: async () => {},
  };
}
