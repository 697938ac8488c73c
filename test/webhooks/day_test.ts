// A day's work over REST and MCP through a restart and a kill -9, told whole to a receiver that nobody here wrote.
import { afterAll, expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { makeReadyPlace, type ServerProcess } from "../faults/server_process.ts";
import { pickByDepth } from "../harness/depth.ts";
import type { ParsedBody } from "../harness/harness.ts";
import { until } from "../harness/until.ts";

/** Documents that come, change and go; ten operations each. */
const LIVES = pickByDepth({ small: 12, deep: 30 });
const AT_ONCE = 4;

const place = await makeReadyPlace({ WEBHOOK_ALLOW: "127.0.0.0/8", QUOTA_PUBLISH: "1000000" });
await place.runHere("user", "add", "boss@example.org", "--workspace", "day", "--role", "owner");
const token = await place.runHere("token", "create", "boss@example.org", "--name", "day");
const events = new Map<number, ParsedBody>();
const refused: unknown[] = [];
let verifier: Webhook | null = null;
const receiver = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    try {
      const event = verifier?.verify(await request.text(), Object.fromEntries(request.headers)) as ParsedBody;
      events.set(event.id, event);
      return new Response(null, { status: 204 });
    } catch (error) {
      refused.push(error);
      return new Response(null, { status: 400 });
    }
  },
});
afterAll(async () => {
  await receiver.stop(true);
  place.remove();
});

/** Sends it until it is answered; the key makes sure that it is done once. */
async function ask(method: string, path: string, json?: object): Promise<ParsedBody> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(method === "GET" ? {} : { "idempotency-key": crypto.randomUUID() }),
  };
  const request = { method, headers, ...(json ? { body: JSON.stringify(json) } : {}) };
  for (;;) {
    const answer = await fetch(`${place.base_url}${path}`, request).catch(() => null);
    const body = await answer?.json().catch(() => null);
    if (answer?.ok && body) return body;
    if (answer && body && answer.status < 500)
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`);
    await Bun.sleep(20);
  }
}

/** The same as a tool call. */
async function call(name: string, args: object): Promise<ParsedBody> {
  const sent = { ...args, idempotency_key: crypto.randomUUID() };
  const params = { name, arguments: sent };
  for (;;) {
    const { result, error } = await ask("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
    if (result && !result.isError) return result.structuredContent;
    const said = JSON.stringify(error ?? result);
    if (!/try again|unavailable|stopping/i.test(said)) throw new Error(`${name}: ${said}`);
    await Bun.sleep(20);
  }
}

async function liveOnce(n: number): Promise<void> {
  const { doc_id } = await call("publish_markdown", { content: `# Plan ${n}\n\nFirst.`, folder: `Plans/${n % 3}` });
  await ask("PATCH", `/api/docs/${doc_id}`, { title: `Plan number ${n}`, visibility: "workspace" });
  await call("edit_file", { doc_id, path: "source.md", old_string: "First.", new_string: "Second." });
  await ask("PUT", `/api/docs/${doc_id}/files/notes.txt`, { content: `Notes ${n}` });
  const comment = await call("add_comment", { doc_id, body: "Looks good" });
  await ask("PATCH", `/api/comments/${comment.id}`, { body: "Looks very good" });
  await call("set_tags", { doc_id, tags: ["plan"] });
  await ask("POST", "/api/stars", { doc_id });
  const copy = await call("duplicate_doc", { doc_id, title: `Copy of ${n}` });
  await ask("DELETE", `/api/docs/${copy.doc_id}`);
}

/** Everything the log has of the workspace, the oldest first. */
async function readLog(): Promise<ParsedBody[]> {
  const rows: ParsedBody[] = [];
  for (let before: number | null = null; ; ) {
    const page: ParsedBody = await ask("GET", `/api/audit?limit=500${before ? `&before_id=${before}` : ""}`);
    rows.unshift(...page.events.toReversed());
    before = page.next_before_id;
    if (before === null) return rows;
  }
}

test("every event arrives, verified by npm's standardwebhooks, through a restart and a kill -9", async () => {
  let server: ServerProcess = await place.start();
  const made = await fetch(`${place.base_url}/api/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ url: `http://127.0.0.1:${receiver.port}/hook` }),
  });
  const { id: webhook_id, secret } = await made.json();
  verifier = new Webhook(secret);
  let begun = 0;
  const work = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (begun < LIVES) await liveOnce(begun++);
    }),
  );
  await until(() => begun > LIVES / 3);
  expect(await server.stop()).toBe(0);
  server = await place.start();
  await until(() => begun > (2 * LIVES) / 3);
  await server.kill();
  server = await place.start();
  await work;

  const log = await readLog();
  const wanted = log.filter((row) => row.action !== "webhook.create" && row.id > firstOf(log));
  expect(wanted.length).toBeGreaterThanOrEqual(LIVES * 10);
  await until(() => wanted.every((row) => events.has(row.id)));
  for (const { id, action, actor, target_id, meta, created_at } of wanted)
    expect(events.get(id)).toMatchObject({ id, action, actor, target_id, meta, created_at });
  expect([...events.keys()].filter((id) => !log.some((row) => row.id === id))).toEqual([]);
  expect(refused).toEqual([]);
  await until(async () => (await ask("GET", `/api/webhooks/${webhook_id}`)).stats.pending === 0);
  expect(await server.stop()).toBe(0);
});

/** What came before there was a webhook is for nobody. */
function firstOf(log: readonly ParsedBody[]): number {
  return log.find((row) => row.action === "webhook.create")?.id;
}
