// The server as the command speaks to it: the few calls that publishing takes, each tried again where the server asks for patience.
import { sha256Hex } from "../../../kernel/mod.ts";
import { type ApiClient, type components, createClient } from "../../../openapi/client/mod.ts";
import { CommandError } from "../command.ts";

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
  replaceFile(docId: string, file: OutgoingFile): Promise<void>;
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

/** Makes the calls. Each throws an Error with the server's own message when it says no. */
export function openRemote(options: RemoteOptions): Remote {
  const api = createClient({ base_url: options.server, token: options.token });
  const call = createCaller(options.onWait);
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
    replaceFile: async (docId, { path, bytes }) => {
      const query = { filename: path, doc_id: docId, path };
      await call(() => api.PUT("/api/upload", { params: { query }, body: bytes }));
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

async function demandMe(api: ApiClient, server: string): Promise<{ email: string }> {
  const { data, response } = await api.GET("/api/me").catch(() => {
    throw new CommandError(`no server answers at ${server}: start it with "npm start", or name another with --server`);
  });
  if (data) return { email: data.email };
  if (response.status === 401) throw new CommandError(`${server} does not take this token: make a new one on its page`);
  throw new CommandError(`${server} answers ${response.status} and does not look like a docsvc server`);
}

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}
type Caller = <T>(attempt: () => Promise<Answer<T>>) => Promise<T>;

const ATTEMPTS_MAX = 8;
const BACKOFF_MS = 250;
/** A longer wait is for the one who typed the command to decide. */
const PATIENCE_SECONDS = 120;

function createCaller(onWait: RemoteOptions["onWait"]): Caller {
  /** Once the server has sent everybody away for long, the rest is not even asked. */
  let sentAway: string | null = null;
  return async (attempt) => {
    for (let tries = 1; ; tries++) {
      if (sentAway !== null) throw new Error(sentAway);
      const answer = await attempt().catch((error: unknown) => asLost(error));
      if ("data" in answer && answer.data !== undefined) return answer.data;
      const { status, message, retry_after } = readRefusal(answer);
      if (status === 429 && (retry_after ?? 1) > PATIENCE_SECONDS) {
        sentAway = `${message} (again in ${Math.ceil((retry_after ?? 0) / 60)} min)`;
        continue;
      }
      const mayRetry = status === null || [429, 502, 503, 504].includes(status);
      if (!mayRetry || tries === ATTEMPTS_MAX) throw new Error(message);
      const seconds = retry_after ?? (BACKOFF_MS * 2 ** (tries - 1)) / 1000;
      if (seconds >= 2) onWait(seconds, message);
      await Bun.sleep(seconds * 1000);
    }
  };
}

interface Lost {
  lost: string;
}

function asLost(error: unknown): Lost {
  // Only a connection that broke is worth another try; a mistake of ours is not.
  if (error instanceof Error && (error.name === "TypeError" || "code" in error)) return { lost: error.message };
  throw error;
}

interface ReadRefusal {
  /** Null when there was no answer. */
  status: number | null;
  message: string;
  retry_after?: number;
}

function readRefusal(answer: Answer<unknown> | Lost): ReadRefusal {
  if ("lost" in answer) return { status: null, message: `the server does not answer: ${answer.lost}` };
  const { error, response } = answer;
  const body: Record<string, unknown> = typeof error === "object" && error !== null ? { ...error } : {};
  const said = body["error"] ?? body["detail"];
  const message =
    typeof said === "string" ? said : said === undefined ? `status ${response.status}` : JSON.stringify(said);
  const seconds = Number(body["retry_after"] ?? response.headers.get("retry-after") ?? Number.NaN);
  return { status: response.status, message, ...(Number.isFinite(seconds) ? { retry_after: seconds } : {}) };
}
