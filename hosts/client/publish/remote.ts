// The server as the command speaks to it: the few calls that publishing takes, each tried again where the server asks for patience.
import { sha256Hex } from "../../../kernel/mod.ts";
import { type ApiClient, type components, createClient } from "../../../openapi/client/mod.ts";
import { type Caller, createCaller, demandMe } from "../server/caller.ts";

export type RemoteDocument = components["schemas"]["Document"];
export type Visibility = RemoteDocument["visibility"];

/** SHA-256 in hex by path. */
export type Hashes = Map<string, string>;

/** A file as it goes into a document. */
export interface OutgoingFile {
  path: string;
  bytes: Blob;
}

export interface NewPage {
  kind: "markdown" | "html";
  source: string;
  title: string | null;
  folder: string;
  attrs: Record<string, string>;
  visibility?: Visibility;
  password?: string;
}

export interface NewFile {
  filename: string;
  bytes: Blob;
  folder: string;
}

export interface FieldChanges {
  title?: string;
  attrs?: Record<string, string>;
  visibility?: Visibility;
  password?: string;
}

export interface Remote {
  /** Throws CommandError when the server does not answer or the token is not good. */
  whoAmI(): Promise<{ email: string }>;
  /** The caller's own documents in a folder and below it. */
  list(folder: string): Promise<RemoteDocument[]>;
  hashes(docId: string): Promise<Hashes>;
  createPage(page: NewPage): Promise<RemoteDocument>;
  createFile(file: NewFile): Promise<RemoteDocument>;
  /** One version for all of them. */
  putFiles(docId: string, files: OutgoingFile[]): Promise<void>;
  change(docId: string, fields: FieldChanges): Promise<RemoteDocument>;
  remove(docId: string): Promise<void>;
}

export interface RemoteOptions {
  server: string;
  token: string;
  /** Called before a wait that somebody who watches would wonder about. */
  onWait(seconds: number, reason: string): void;
}

/** A longer wait is for the one who typed the command to decide. */
const PATIENCE_SECONDS = 120;

/** Makes the calls. Each throws an Error with the server's own message when it says no. */
export function openRemote(options: RemoteOptions): Remote {
  const api = createClient({ base_url: options.server, token: options.token });
  const call = createCaller({ onWait: options.onWait, seconds_max: PATIENCE_SECONDS });
  return {
    whoAmI: () => demandMe(api, options.server),
    list: (folder) => listAll(api, call, folder),
    hashes: async (docId) => {
      const { manifest } = await call(() => api.GET("/api/docs/{doc_id}/manifest", at(docId)));
      return new Map(Object.entries(manifest).map(([path, file]) => [path, file.sha256]));
    },
    createPage: ({ kind, source, title, ...rest }) => {
      // The same key at every attempt, so that an answer which got lost makes no second document.
      const idempotency_key = crypto.randomUUID();
      const content = kind === "markdown" ? { markdown: source } : { html: source };
      const body = { ...rest, ...content, ...(title === null ? {} : { title }), idempotency_key };
      return call(() => api.POST("/api/docs", { body }));
    },
    createFile: ({ filename, bytes, folder }) => {
      const query = { filename, folder, idempotency_key: crypto.randomUUID() };
      return call(() => api.PUT("/api/upload", { params: { query }, body: bytes }));
    },
    putFiles: async (docId, files) => {
      const body = { files: files.map(({ path, bytes }) => new File([bytes], path)) };
      await call(() => api.POST("/api/docs/{doc_id}/files", { ...at(docId), body }));
    },
    change: (docId, body) => call(() => api.PATCH("/api/docs/{doc_id}", { ...at(docId), body })),
    remove: async (docId) => {
      await call(() => api.DELETE("/api/docs/{doc_id}", at(docId)));
    },
  };
}

/** SHA-256 of a text or of a file's bytes, in hex. */
export async function hashOf(content: string | Blob): Promise<string> {
  return sha256Hex(typeof content === "string" ? content : await content.bytes());
}

function at(docId: string) {
  return { params: { path: { doc_id: docId } } };
}

async function listAll(api: ApiClient, call: Caller, folder: string): Promise<RemoteDocument[]> {
  const found: RemoteDocument[] = [];
  let cursor: string | undefined;
  do {
    const query = { folder, recursive: true, limit: 500, ...(cursor === undefined ? {} : { cursor }) };
    const page = await call(() => api.GET("/api/docs", { params: { query } }));
    found.push(...page.docs);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return found;
}
