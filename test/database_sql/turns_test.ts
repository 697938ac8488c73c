// Statements that wait, are left and lose their sandbox:
// each has its turn, shows what may be seen by then, and ends with its caller.
import { expect, test } from "bun:test";
import { copiesPort } from "../../plugins/database_sql/copies.ts";
import type { Made } from "../databases/made.ts";
import { openHarness } from "../harness/harness.ts";
import { askingSql } from "./asking.ts";

const h = await openHarness();
const { makeDatabase, addRecord, must, made, send, intact } = await askingSql(h);

test("of many at once each has its turn, and one account not more than its share", async () => {
  const sql = "select count(*) from generate_series(1, 100000)";
  const { sandbox } = h.runtime.use(copiesPort);
  const gate = Promise.withResolvers<void>();
  const by = {
    workspace: made.as.workspace_id,
    owner: `user:${made.as.user_id}`,
    signal: new AbortController().signal,
  };
  const holding = sandbox.inTurn(by, () => gate.promise);
  const refused = Promise.withResolvers<void>();
  let refusals = 0;
  const one = Array.from({ length: 20 }, async () => {
    const { status } = await send(sql);
    if (status === 429 && ++refusals === 12) refused.resolve();
    return status;
  });
  await refused.promise;
  gate.resolve();
  await holding;
  expect((await Promise.all(one)).sort()).toEqual([...Array(8).fill(200), ...Array(12).fill(429)]);
  const others = await Promise.all(
    Array.from({ length: 6 }, () => h.person({ workspace_id: made.as.workspace_id, role: "member" })),
  );
  const shared = await makeDatabase({ as: made.as, root: "general" });
  const all = await Promise.all(others.flatMap((as) => [1, 2].map(() => send(sql, { as, at: shared.at }))));
  expect(all.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
});

/** Neither stops when it is told to: they ask nobody before they are done. */
const UNSTOPPABLE: Record<string, string> = {
  "translate of a long text": "select length(translate(repeat('a', 30000000), repeat('b', 20000) || 'a', 'c'))",
  "an overlap of lists":
    "select (select array_agg(i) from generate_series(1, 600000) i) && (select array_agg(-i) from generate_series(1, 600000) i)",
  "keys taken out of a list":
    "select (select jsonb_agg(i::text) from generate_series(1, 100000) i) - (select array_agg('x' || i) from generate_series(1, 100000) i)",
};

test.each(Object.entries(UNSTOPPABLE))(
  "%s ends the sandbox of its workspace alone, and a neighbour is answered meanwhile",
  async (_, sql) => {
    const neighbour = await makeDatabase();
    await addRecord(neighbour, { name: "Near" });
    const hostile = await makeDatabase();
    let isOver = false;
    const answer = send(sql, hostile).finally(() => {
      isOver = true;
    });
    const { sandbox } = h.runtime.use(copiesPort);
    while (sandbox.running() === 0) await Bun.sleep(2);
    let answered = 0;
    while (!isOver) {
      expect(await send("select name from orders", neighbour)).toMatchObject({ status: 200, rows: [["Near"]] });
      answered += 1;
    }
    expect(answered).toBeGreaterThan(5);
    expect(await answer).toMatchObject({ status: 400, error: "the statement takes longer than 5 seconds" });
    expect(await send("select name from orders", neighbour)).toMatchObject({ status: 200, rows: [["Near"]] });
    expect(await send("select count(*) from orders", hostile)).toMatchObject({ status: 200, rows: [[0]] });
  },
);

test("however many accounts a workspace has, another's statement does not wait for theirs", async () => {
  const accounts = await Promise.all(
    Array.from({ length: 8 }, () => h.person({ workspace_id: made.as.workspace_id, role: "member" })),
  );
  const shared = await makeDatabase({ as: made.as, root: "general" });
  const neighbour = await makeDatabase();
  const { sandbox } = h.runtime.use(copiesPort);
  const gate = Promise.withResolvers<void>();
  const by = { workspace: made.as.workspace_id, owner: "user:0", signal: new AbortController().signal };
  const holding = sandbox.inTurn(by, () => gate.promise);
  const waiting = accounts.flatMap((as) => Array.from({ length: 4 }, () => send("select 1", { as, at: shared.at })));
  const statuses = Promise.all(waiting.map(async (one) => (await one).status));
  while (sandbox.waiting() < 24) await Bun.sleep(2);
  expect((await send("select 1", neighbour)).status).toBe(200);
  expect(sandbox.waiting()).toBe(24);
  gate.resolve();
  await holding;
  expect((await statuses).sort()).toEqual([...Array(24).fill(200), ...Array(8).fill(429)]);
});

/** Runs `meanwhile` while a statement of the person has passed the permit and waits for its turn. */
async function whileWaiting(of: Made, sql: string, meanwhile: () => Promise<unknown>) {
  const { sandbox } = h.runtime.use(copiesPort);
  const gate = Promise.withResolvers<void>();
  const owner = `user:${of.as.user_id}`;
  const by = { workspace: of.as.workspace_id, owner };
  const holding = sandbox.inTurn({ ...by, signal: new AbortController().signal }, () => gate.promise);
  const answer = send(sql, of);
  while (sandbox.waiting() === 0) await Bun.sleep(2);
  await meanwhile();
  gate.resolve();
  await holding;
  return answer;
}

test("what a caller loses while the statement waits is not shown, and what was written meanwhile is", async () => {
  const mine = await makeDatabase();
  const written = await whileWaiting(mine, "select name from orders", () => addRecord(mine, { name: "Late" }));
  expect(written.status).toBe(200);
  const gone = await whileWaiting(mine, "select name from orders", () =>
    must(h.call(`DELETE /api/docs/${mine.doc_id}`, { as: mine.as })),
  );
  expect(gone).toMatchObject({ status: 404, error: "document not found" });
});

test("a sandbox that ends under a statement is begun anew; one that cannot be is told of, until it can", async () => {
  const { sandbox } = h.runtime.use(copiesPort);
  const { TMPDIR } = process.env;
  sandbox.close();
  process.env["TMPDIR"] = "/nowhere";
  try {
    const error = expect.stringContaining("SQL does not run on this server now");
    expect(await send("select 1")).toMatchObject({ status: 503, error });
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
  await intact();
  let runs = false;
  while (!runs) {
    let isOver = false;
    const answer = send("select count(*) from generate_series(1, 300000)").finally(() => {
      isOver = true;
    });
    // On a busy machine it may be over before it is looked at.
    while (sandbox.running() === 0 && !isOver) await Bun.sleep(2);
    runs = sandbox.running() > 0;
    if (runs) sandbox.close();
    expect((await answer).rows).toEqual([[300000]]);
  }
});

test("whose copy was in a sandbox that ended without them is not set apart with those who end one", async () => {
  const { sandbox } = h.runtime.use(copiesPort);
  const neighbour = await makeDatabase();
  const { signal } = new AbortController();
  const by = (workspace: number) => ({ workspace, owner: `user:${workspace}`, signal });
  expect((await send("select 1", neighbour)).status).toBe(200);
  sandbox.close();
  expect((await send("select 1", neighbour)).status).toBe(200);
  const gates = new Map<number, () => void>();
  const hold = (workspace: number) =>
    new Promise<void>((resolve) => {
      const gate = Promise.withResolvers<void>();
      void sandbox.inTurn(by(workspace), ({ number }) => {
        gates.set(number, gate.resolve);
        resolve();
        return gate.promise;
      });
    });
  // The first instance, where those are who have ended one, is taken, and another is free.
  for (let workspace = -1; !gates.has(0); workspace -= 1) await hold(workspace);
  for (const [number, release] of gates) if (number !== 0) release();
  while (sandbox.running() > 1) await Bun.sleep(1);
  const asked = sandbox.inTurn(by(neighbour.as.workspace_id), ({ number }) => Promise.resolve(number));
  const waiting = sandbox.waiting();
  gates.get(0)?.();
  expect([waiting, await asked]).toEqual([0, 1]);
});

test("a client that leaves ends its statement", async () => {
  const left = new AbortController();
  const { sandbox } = h.runtime.use(copiesPort);
  const request = new Request(`${h.base_url}${made.at}/sql`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${made.as.token}`,
      "content-type": "application/json",
      host: new URL(h.base_url).host,
    },
    body: JSON.stringify({ sql: "with recursive r(i) as (select 1 union all select 1 from r) select count(*) from r" }),
    signal: left.signal,
  });
  const answer = h.fetch(request);
  while (sandbox.running() === 0) await Bun.sleep(2);
  left.abort();
  expect((await answer).status).toBe(503);
  expect(sandbox.running()).toBe(0);
});
