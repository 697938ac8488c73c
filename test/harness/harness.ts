// A whole server for one test file:
// its own database and store, both hosts without sockets, and a clock that the test moves.
import { afterAll } from "bun:test";
import { rmSync } from "node:fs";
import { createHosts } from "../../hosts/listener/hosts.ts";
import type { DatabaseTarget } from "../../kernel/db/sql.ts";
import {
  bootServer,
  createLog,
  type MovableClock,
  movableClock,
  openSql,
  type RunningServer,
  readConfig,
} from "../../kernel/host.ts";
import {
  createPerson,
  createWorkspace,
  type Manifest,
  type Plan,
  type Plugin,
  type Role,
} from "../../kernel/plugin.ts";
import { issueSession, mintToken } from "../../kernel/ports/auth.ts";
import { pathParameters } from "../../kernel/ports/http.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";
import { declaredAnswers } from "./declared_answers.ts";
import { findLeftBehind } from "./leftovers.ts";
import { type MovedClocks, movedClocks } from "./moved_clocks.ts";
import { cloneServerDatabase, START } from "./server_database.ts";
import { makeQuickFolder } from "./temporary_folder.ts";
import { failingNames } from "./unreachable_dns.ts";

/** An account of the test server with both of its credentials. */
export interface Person {
  user_id: number;
  email: string;
  role: Role;
  workspace_id: number;
  workspace: string;
  token: string;
  /** A `Cookie` header's value. */
  cookie: string;
}

export interface Send {
  /** Whose bearer token is sent; nobody's without it. */
  as?: Person;
  /** Sends the session cookie instead of the token. */
  with_cookie?: boolean;
  json?: unknown;
  form?: FormData;
  body?: BodyInit;
  headers?: Record<string, string>;
}

/** A parsed body of whatever shape: each test states the shape by what it expects of it. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where the shape of an answer is left to the test that reads it.
export type ParsedBody = any;

/** An answer with its body read. `body` is parsed where it is JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  body: ParsedBody;
  bytes: Uint8Array;
}

export interface Harness {
  runtime: RunningServer;
  clock: MovableClock;
  /** Of this server's process and machine, for what is asked how long something took. They stand still until they are moved. */
  clocks: MovedClocks;
  base_url: string;
  content_url: string;
  /** Calls the app host: `call("POST /api/docs", { as, json })`. */
  call(route: string, send?: Send): Promise<Answer>;
  /** Calls the content host: `open("/d/slug/")`. Redirects are not followed. */
  open(path: string, send?: Send & { method?: string }): Promise<Answer>;
  /** Any request, as the listener would get it. */
  fetch(request: Request): Promise<Response>;
  person(options?: { role?: Role; plan?: Plan; workspace_id?: number; email?: string }): Promise<Person>;
  /** The audit log from its beginning, in the order of writing. */
  audit(): Promise<
    { action: string; actor: string; target_type: string; target_id: string; meta: Record<string, unknown> }[]
  >;
  /** Another server over the same database and store, with the same clock; `env` is added to what the first was told. */
  twin(env?: Record<string, string>): Promise<Harness>;
  /** How many rows each of the given tables holds. */
  rows(...tables: string[]): Promise<Record<string, number>>;
  /** The environment of a server process over the same database and store. */
  env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface HarnessOptions {
  /** Plugins of the test beside the server's own; their lines are added to the manifest. */
  extra?: { plugin: Plugin; entry: Manifest["plugins"][string] }[];
  manifest?: Partial<Manifest>;
  env?: Record<string, string>;
  /** How the first server reaches the database, where it is not at once. Those beside it do. */
  reach?: (target: DatabaseTarget) => Promise<DatabaseTarget>;
}

/** Opens a server and closes it after the file's tests. */
export async function openHarness(options: HarnessOptions = {}): Promise<Harness> {
  const clock = movableClock(START);
  const log = createLog((process.env["TEST_LOG"] as "debug") ?? "silent");
  const folder = makeQuickFolder("server");
  const all = [...plugins, ...(options.extra ?? []).map((one) => one.plugin)];
  const whole = withExtras(options);
  const environment = {
    DATA_DIR: folder,
    SECRET: "a secret for tests, long enough to pass",
    DNS_SERVERS: await failingNames(),
    ...options.env,
  };
  const copy = await cloneServerDatabase();
  const servers: RunningServer[] = [];
  async function openServer(env: Record<string, string> = {}): Promise<Harness> {
    const config = readConfig({ ...environment, ...env });
    const clocks = movedClocks();
    const isFirst = servers.length === 0;
    const target = (isFirst && (await options.reach?.(copy.target))) || copy.target;
    const database = await openSql(target, { log, pool_size_max: 8, clocks });
    const runtime = await bootServer({ config, manifest: whole, plugins: all, database, clock, log, strict: true });
    servers.push(runtime);
    return harnessOf(
      runtime,
      { clock, clocks },
      { twin: openServer, env: { ...environment, DATABASE_URL: copy.url }, release },
    );
  }
  async function release(): Promise<void> {
    for (const server of servers) await server.close();
    const faults = await findLeftBehind(copy.target, log).finally(() => copy.drop());
    rmSync(folder, { recursive: true, force: true });
    if (faults.length > 0) throw new Error(`the tests of this file left behind:\n${faults.join("\n")}`);
  }
  const harness = await openServer();
  afterAll(() => harness.close());
  return harness;
}

function withExtras({ extra = [], manifest: changes }: HarnessOptions): Manifest {
  if (extra.length === 0 && !changes) return manifest;
  const added = Object.fromEntries(extra.map(({ plugin, entry }) => [plugin.name, entry]));
  return { ...manifest, ...changes, plugins: { ...manifest.plugins, ...changes?.plugins, ...added } };
}

/** A harness over a server that somebody else has opened, and closes by `release`. */
export function harnessOf(
  runtime: RunningServer,
  { clock, clocks }: Pick<Harness, "clock" | "clocks">,
  { twin, env, release }: Pick<Harness, "twin" | "env"> & { release: () => Promise<void> },
): Harness {
  const hosts = createHosts(runtime);
  const checkDeclared = declaredAnswers(runtime);
  let closed: Promise<void> | null = null;
  let people = 0;
  const fetch = async (request: Request) => hosts.fetch(request, () => "127.0.0.1");

  async function send(origin: string, route: string, sent: Send): Promise<Answer> {
    const cut = route.indexOf(" ");
    const [method, path] = [route.slice(0, cut), route.slice(cut + 1)];
    const request = requestOf(origin, { method, path, sent });
    const answer = await readAnswer(await fetch(request));
    const host = origin === runtime.config.base_url ? "app" : "content";
    const found = findEntry(runtime, { method, path: new URL(request.url).pathname, host });
    if (found) checkDeclared(found.entry, { ...answer, method });
    return answer;
  }

  return {
    runtime,
    clock,
    clocks,
    base_url: runtime.config.base_url,
    content_url: runtime.config.content_url,
    fetch,
    call: (route, sent = {}) => send(runtime.config.base_url, route, sent),
    open: (path, { method = "GET", ...sent } = {}) => send(runtime.config.content_url, `${method} ${path}`, sent),
    person: (options = {}) => makePerson(runtime, { number: ++people, ...options }),
    audit: async () =>
      runtime.database.sql`select action, actor, target_type, target_id, meta from audit_events order by event_id`,
    twin,
    env,
    rows: (...tables) => countRows(runtime, tables),
    close: () => {
      closed ??= release();
      return closed;
    },
  };
}

function requestOf(origin: string, { method, path, sent }: { method: string; path: string; sent: Send }): Request {
  const headers = new Headers({ host: new URL(origin).host, ...sent.headers });
  if (sent.as && !headers.has("authorization") && !sent.with_cookie)
    headers.set("authorization", `Bearer ${sent.as.token}`);
  if (sent.as && sent.with_cookie) headers.set("cookie", sent.as.cookie);
  let body: BodyInit | undefined = sent.body ?? sent.form;
  if (sent.json !== undefined) {
    body = JSON.stringify(sent.json);
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
  }
  return new Request(origin + path, { method, headers, ...(body === undefined ? {} : { body }), redirect: "manual" });
}

async function readAnswer(response: Response): Promise<Answer> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get("content-type") ?? "";
  const text = new TextDecoder().decode(bytes);
  const body = /^application\/(scim\+)?json/.test(type) && text !== "" ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body, bytes };
}

/** The operation that an address belongs to, with the parameters as the address holds them. */
export function findEntry(
  runtime: RunningServer,
  asked: { method: string; path: string; host: "app" | "content" },
): { entry: Entry; params: Record<string, string> } | null {
  const method = asked.method === "HEAD" ? "GET" : asked.method;
  for (const { entry, names, pattern } of routesOf(runtime, `${method} ${asked.host}`)) {
    const match = pattern.exec(asked.path);
    if (!match) continue;
    const texts = names.map((name, index) => [name, decodeText(match[index + 1] ?? "")]);
    return { entry, params: Object.fromEntries(texts) };
  }
  return null;
}

interface Route {
  entry: Entry;
  names: readonly string[];
  pattern: RegExp;
}

/** By method and host. */
const routes = new WeakMap<RunningServer["catalogue"], Map<string, Route[]>>();

function routesOf({ catalogue }: RunningServer, key: string): readonly Route[] {
  const known = routes.get(catalogue) ?? gatherRoutes(catalogue);
  routes.set(catalogue, known);
  return known.get(key) ?? [];
}

function gatherRoutes({ entries }: RunningServer["catalogue"]): Map<string, Route[]> {
  const gathered = new Map<string, Route[]>();
  for (const entry of entries) {
    if (entry.path === null) continue;
    const names = pathParameters(entry.path).map((parameter) => parameter.name);
    const route = { entry, names, pattern: patternOf(entry.path) };
    for (const host of entry.host === "both" ? ["app", "content"] : [entry.host]) {
      const key = `${entry.method} ${host}`;
      gathered.set(key, [...(gathered.get(key) ?? []), route]);
    }
  }
  // As in the router, what is written out goes before what a parameter may be.
  for (const found of gathered.values()) found.sort((one, other) => one.names.length - other.names.length);
  return gathered;
}

/** Tests send addresses that are no valid percent-encoding too. */
function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[a-z_]+(\\\.){3}\}/g, "(.*)");
  return new RegExp(`^${escaped.replace(/\{[a-z_]+\}/g, "([^/]+)")}/?$`);
}

async function makePerson(
  runtime: RunningServer,
  options: { number: number; role?: Role; plan?: Plan; workspace_id?: number; email?: string },
): Promise<Person> {
  const now = runtime.clock.now();
  const email = options.email ?? `person${options.number}@example.org`;
  const role = options.role ?? "owner";
  return runtime.database.withTransaction(async (sql) => {
    const slug = `team-${options.number}`;
    const workspace = options.workspace_id
      ? { id: options.workspace_id, slug: "" }
      : await createWorkspace(sql, { slug, name: `Team ${options.number}`, plan: options.plan ?? "enterprise", now });
    const userId = await createPerson(sql, { email, name: null, workspace_id: workspace.id, role, now });
    const { token } = await mintToken(sql, {
      user_id: userId,
      workspace_id: workspace.id,
      name: "test",
      ttl_days: 0,
      now,
    });
    const cookie =
      issueSession(runtime.signer, { user_id: userId, epoch: 0, signed_in: { at: now, by: "mail" } }, now).split(
        ";",
      )[0] ?? "";
    return { user_id: userId, email, role, workspace_id: workspace.id, workspace: workspace.slug, token, cookie };
  });
}

/** In one statement, since there are a hundred tables. */
async function countRows({ database }: RunningServer, tables: string[]): Promise<Record<string, number>> {
  if (tables.length === 0) return {};
  const counts = tables.map((table) => `(select count(*)::int from "${table}") as "${table}"`);
  // The driver prepares nothing that has no parameter, and planning this takes four times as long as running it.
  const query = `select ${counts.join()} where $1::boolean`;
  const [row] = await database.sql.unsafe<Record<string, number>[]>(query, [true], { prepare: true });
  return { ...row };
}
