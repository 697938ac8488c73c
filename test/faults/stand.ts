// A server in a process of its own with an account on it, and a look from outside at what its requests leave behind.
import { afterAll, expect } from "bun:test";
import {
  bootServer,
  createLog,
  movableClock,
  openDatabase,
  type RunningServer,
  readConfig,
  systemClock,
} from "../../kernel/host.ts";
import { createPerson, createWorkspace, HOUR_MS, later } from "../../kernel/plugin.ts";
import { mintToken } from "../../kernel/ports/auth.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";
import { makeReadyPlace, type ServerPlace, type ServerProcess } from "./server_process.ts";

/** Rows of the tables that a request writes, the store's objects, and those of them that are not finished. */
export type Traces = Record<string, number>;

export interface Stand {
  place: ServerPlace;
  server: ServerProcess;
  /** Header lines by name, for raw requests. */
  lines: { app: string; content: string; token: string };
  /** The same for `fetch`. */
  headers: { authorization: string };
  /** The token of another account, in a workspace of its own. */
  tokenOf(email: string): Promise<string>;
  /** A second server on the same database and store, hours ahead, whose jobs run when the test says so. */
  runtime: RunningServer;
  traces(): Promise<Traces>;
  /** Waits until the traces are `wanted`, for what a server does after its client has gone; throws after a minute. */
  expectTraces(wanted: Traces): Promise<void>;
  /** Runs the recurring jobs as they will run when every period of grace is over. */
  sweep(): Promise<void>;
  /** Stops the server and answers its log lines of level error and above. */
  stopAndReadErrors(): Promise<string[]>;
  /** The same with a kill -9. */
  killAndReadErrors(): Promise<string[]>;
}

const TABLES = ["documents", "document_versions", "document_files", "blobs", "audit_events", "upload_tickets"];
const SETTLING_MS = 60_000;
const STEADY_READS = 4;

/**
 * Starts a server that is removed after the file's tests. `prepare` may see to its data folder first, and what it answers is called once
 * nothing runs there any more.
 */
export async function openStand(
  env: Record<string, string> = {},
  prepare?: (data_dir: string) => () => void,
): Promise<Stand> {
  const place = await makeReadyPlace({ QUOTA_PUBLISH: "1000000", ...env });
  // The last that was made goes first, also when the next one cannot be made.
  const undo: (() => Promise<void> | void)[] = [place.remove];
  afterAll(async () => {
    for (const task of undo.reverse()) await task();
  });
  if (prepare) undo.push(prepare(place.data_dir));
  const runtime = await lookInto(place);
  undo.push(runtime.close);
  const token = await makeAccount(runtime, "writer@example.org");
  const server = await place.start();
  undo.push(server.kill);
  return standOn({ place, server, runtime, token });
}

/** A second look at the same database and store, hours ahead of the server's clock. */
async function lookInto({ data_dir, port }: ServerPlace): Promise<RunningServer> {
  const config = readConfig({ DATA_DIR: data_dir, PORT: String(port) });
  const log = createLog("silent");
  const clock = movableClock(later(systemClock().now(), 12 * HOUR_MS));
  const database = await openDatabase(config, { log, clock });
  return bootServer({ config, manifest, plugins, database, clock, log });
}

/** Answers its token. */
function makeAccount({ database }: RunningServer, email: string): Promise<string> {
  const now = systemClock().now();
  return database.withTransaction(async (sql) => {
    const slug = email.split("@")[0] ?? "";
    const workspace = await createWorkspace(sql, { slug, name: slug, plan: "enterprise", now });
    const person = { email, name: null, workspace_id: workspace.id, role: "owner" as const, now };
    const user_id = await createPerson(sql, person);
    const minted = await mintToken(sql, { user_id, workspace_id: workspace.id, name: "faults", ttl_days: 0, now });
    return minted.token;
  });
}

function standOn(parts: { place: ServerPlace; server: ServerProcess; runtime: RunningServer; token: string }): Stand {
  const { place, server, runtime, token } = parts;

  async function traces(): Promise<Traces> {
    const counts: Traces = { objects: 0, unfinished: 0 };
    for (const table of TABLES) {
      const [row] = await runtime.database.sql<{ n: number }[]>`
        select count(*)::int as n from ${runtime.database.sql(table)}`;
      counts[table] = row?.n ?? 0;
    }
    const [small] = await runtime.database.sql<{ n: number }[]>`
      select count(*)::int as n from blobs where bytes is not null`;
    counts.objects = small?.n ?? 0;
    for await (const object of runtime.blobs.list()) {
      const kind = object.key.includes(".part") ? "unfinished" : "objects";
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  }

  async function readErrors(): Promise<string[]> {
    const { stderr } = await server.printed();
    return stderr.split("\n").filter((line) => /"level":"(error|fatal)"/.test(line));
  }

  return {
    place,
    server,
    runtime,
    lines: {
      app: `Host: localhost:${place.port}`,
      content: `Host: 127.0.0.1:${place.port}`,
      token: `Authorization: Bearer ${token}`,
    },
    headers: { authorization: `Bearer ${token}` },
    tokenOf: (email) => makeAccount(runtime, email),
    traces,
    expectTraces: async (wanted) => {
      const until = performance.now() + SETTLING_MS;
      let seen = await traces();
      // What a server has not yet begun looks as if it had left nothing: it is to stay so for a moment.
      for (let times = 0; performance.now() < until && times < STEADY_READS; seen = await traces()) {
        times = Bun.deepEquals(seen, wanted) ? times + 1 : 0;
        await Bun.sleep(25);
      }
      expect(seen).toEqual(wanted);
    },
    sweep: async () => void (await runtime.jobs.runDue()),
    stopAndReadErrors: () => server.stop().then(readErrors),
    killAndReadErrors: () => server.kill().then(readErrors),
  };
}
