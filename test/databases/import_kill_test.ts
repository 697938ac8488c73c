// An import that is cut off by a power cut: sent again under its key, every row is there once.
import { afterAll, expect, test } from "bun:test";
import { pickByDepth } from "../depth.ts";
import { makeReadyPlace } from "../faults/server_process.ts";

const ROWS = 5000;
/** From the first bytes to after the commit, wherever a machine is by then. */
const CUT_AFTER_MS = pickByDepth({
  small: [300, 900, 1500],
  deep: [50, 200, 400, 600, 800, 1000, 1300, 1600, 2000, 3000],
});

const place = await makeReadyPlace({});
await place.runHere("user", "add", "writer@example.org", "--workspace", "faults");
const token = await place.runHere("token", "create", "writer@example.org", "--name", "faults");
afterAll(() => place.remove());

async function call(route: string, body?: string): Promise<unknown> {
  const [method = "GET", path = ""] = route.split(" ");
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body?.startsWith("{") ? { "content-type": "application/json" } : {}),
  };
  const answer = await fetch(`${place.base_url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

const rows = Array.from({ length: ROWS }, (_, index) => `Name ${index},${index},${"x".repeat(200)}`);
const file = `name,amount,notes\n${rows.join("\n")}\n`;

test("kill -9 in the middle of an import, then the same again: every row is there once", async () => {
  let server = await place.start();
  for (const [round, ms] of CUT_AFTER_MS.entries()) {
    const made = (await call("POST /api/databases", JSON.stringify({ title: `Round ${round}` }))) as {
      doc: { doc_id: string };
    };
    const at = `/api/databases/${made.doc.doc_id}`;
    const route = `POST ${at}/tables/import?filename=rows.csv&idempotency_key=round-${round}`;
    const first = call(route, file).catch(() => null);
    await Bun.sleep(ms);
    await server.kill();
    await first;
    server = await place.start();
    expect(await call(route, file)).toMatchObject({ read: ROWS, created: ROWS, failed: 0 });
    const { tables } = (await call(`GET ${at}/export`)) as {
      tables: { records: { id: number; data: { amount: number } }[] }[];
    };
    expect(tables).toHaveLength(1);
    expect(tables[0]?.records.map(({ id, data }) => [id, data.amount])).toEqual(
      rows.map((_, index) => [index + 1, index]),
    );
  }
  expect(await server.stop()).toBe(0);
}, 300_000);
