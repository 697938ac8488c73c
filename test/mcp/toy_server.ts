// A listening server whose house holds the toys and the protocol, on a database of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHosts } from "../../hosts/hosts.ts";
import {
  createLog,
  createPerson,
  createWorkspace,
  issueSession,
  mintToken,
  movableClock,
  openHouse,
  readConfig,
  revokeToken,
} from "../../kernel/mod.ts";
import { manifest } from "../../plugins/manifest.ts";
import { mcp } from "../../plugins/mcp/plugin.ts";
import { openKernelDatabase } from "../kernel_database.ts";
import { toys } from "./toys.ts";

export type ToyServer = Awaited<ReturnType<typeof openToyServer>>;

/** Two publishes an hour, so that a test can use them up. */
export async function openToyServer() {
  const database = await openKernelDatabase();
  const clock = movableClock(new Date("2026-05-04T10:00:00Z"));
  const listener = Bun.serve({ port: 0, fetch: () => new Response(null, { status: 503 }) });
  const origin = `http://localhost:${listener.port}`;
  const config = readConfig({
    PORT: String(listener.port),
    BASE_URL: origin,
    SECRET: "s".repeat(40),
    DATA_DIR: mkdtempSync(join(tmpdir(), "docsvc-test-toys-")),
    QUOTA_PUBLISH: "2",
    LOG_LEVEL: "silent",
  });
  const table = {
    ...manifest,
    plugins: {
      toys: { purpose: "Toys.", needs: [], editions: ["community"] },
      mcp: manifest.plugins.mcp,
    },
  };
  const log = createLog("silent");
  const house = await openHouse({ config, manifest: table, plugins: [toys, mcp], database, clock, log, strict: true });
  const hosts = createHosts(house);
  listener.reload({ fetch: (request) => hosts.fetch(request, "127.0.0.1") });
  const { sql } = database;

  /** A new person in a workspace of their own, with a token and a session cookie. */
  async function addPerson() {
    const now = clock.now();
    const email = `${crypto.randomUUID()}@example.com`;
    const workspace = await createWorkspace(sql, { slug: crypto.randomUUID(), name: "Toys", plan: "team", now });
    const userId = await createPerson(sql, { email, name: null, workspace_id: workspace.id, role: "owner", now });
    const minted = await mintToken(sql, {
      user_id: userId,
      workspace_id: workspace.id,
      name: "agent",
      ttl_days: 1,
      now,
    });
    const session = issueSession(house.signer, { user_id: userId, epoch: 0 }, now);
    return {
      email,
      token: minted.token,
      cookie: session.split(";")[0] ?? "",
      revoke: async () => {
        await revokeToken(sql, { token_id: minted.id, user_id: userId, now: clock.now() });
        await database.bus.catchUp();
      },
      audit: () =>
        sql`select action, target_id, meta, actor from audit_events where actor_user_id = ${userId} order by event_id`,
    };
  }

  /** Posts to the protocol's address as it is, without a client's help. */
  async function post(token: string | null, message: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`${origin}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: typeof message === "string" ? message : JSON.stringify(message),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  }

  /** Resolves when the pipeline has met the token for the first time. */
  async function untilUsed(token: string): Promise<void> {
    const prefix = token.split("_")[1] ?? "";
    for (let used = false; !used; ) {
      const [row] = await sql`select last_used_at from tokens where prefix = ${prefix}`;
      used = row?.["last_used_at"] != null;
    }
  }

  return {
    origin,
    url: new URL(`${origin}/mcp`),
    clock,
    addPerson,
    post,
    untilUsed,
    call: (token: string, name: string, args: Record<string, unknown> = {}) =>
      post(token, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
    rest: (token: string, path: string, body?: unknown) =>
      fetch(`${origin}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    close: async () => {
      await listener.stop(true);
      await house.close();
      rmSync(config.data_dir, { recursive: true, force: true });
    },
  };
}
