// What two clients do to each other with one refresh token, and what ten thousand registrations leave behind.
import { afterAll, expect, test } from "bun:test";
import { DAY_MS, later } from "../../kernel/plugin.ts";
import { type Connected, openOauthServer, REDIRECT } from "./oauth_server.ts";

const runtime = await openOauthServer();
const { h } = runtime;
afterAll(() => runtime.close());

async function alive(first: Connected, later: readonly { access_token?: string }[]): Promise<string[]> {
  const tokens = new Set([first, ...later].flatMap(({ access_token }) => access_token ?? []));
  const valid = await Promise.all([...tokens].map(async (token) => ((await runtime.holds(token)) ? token : null)));
  return valid.filter((token) => token !== null);
}

test("refreshes by two clients at once, in whatever order they arrive, leave one pair or none", async () => {
  const person = await h.person();
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const first = await runtime.connect(person);
    const second = (await runtime.refresh(first, first.refresh_token)).body;
    // One client knows the answer and goes on; the other has lost it and asks again.
    const asked = [first.refresh_token, second.refresh_token];
    if (round % 2 === 1) asked.reverse();
    const answers = await Promise.all(asked.map((token) => runtime.refresh(first, token)));
    const late = answers[asked.indexOf(first.refresh_token)];
    const next = answers[asked.indexOf(second.refresh_token)];
    const valid = await alive(first, [second, late?.body, next?.body]);
    const outcome = `${late?.status} ${next?.status} ${valid.length}`;
    outcomes.add(outcome);
    // The late one came first and got the known pair again; or it came last, and everything of that code ends.
    expect(["200 200 1", "400 200 0", "400 400 0"]).toContain(outcome);
    if (late?.status === 200) expect(valid).toEqual([next?.body.access_token]);
    else expect(late?.body.error).toBe("invalid_grant");
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

test("a chain of refreshes replayed from its middle ends the chain and no older token comes back", async () => {
  const first = await runtime.connect(await h.person());
  const chain: Connected[] = [first];
  for (let step = 0; step < 4; step++) {
    const { refresh_token } = chain.at(-1) ?? first;
    chain.push({ ...first, ...(await runtime.refresh(first, refresh_token)).body });
  }
  expect(await alive(first, chain)).toEqual([chain[4]?.access_token ?? ""]);
  const replays = await Promise.all([2, 0, 3, 1].map((at) => runtime.refresh(first, chain[at]?.refresh_token ?? "")));
  expect(replays.map(({ status, body }) => [status, body.error])).toEqual(new Array(4).fill([400, "invalid_grant"]));
  expect(await alive(first, chain)).toEqual([]);
  expect((await runtime.refresh(first, chain[4]?.refresh_token ?? "")).body.error).toBe("invalid_grant");
});

test("of ten thousand registrations the unused are removed, and the server keeps nothing of them", async () => {
  const { sql } = h.runtime.database;
  const used = await runtime.connect(await h.person(), { choice: { days: "365" } });
  h.clock.advance(31 * DAY_MS);
  const now = h.clock.now();
  await sql`
    insert into oauth_clients (client_id, kind, name, redirect_uris, created_at, fresh_until, used_at)
    select 'ahc_flood' || n, 'registered', 'Flood', ${[REDIRECT]}, ${later(now, -40 * DAY_MS)}, null,
      case when n <= 9900 then ${later(now, -31 * DAY_MS)}::timestamptz else ${later(now, -29 * DAY_MS)}::timestamptz end
    from generate_series(1, 10000) n`;
  Bun.gc(true);
  const before = process.memoryUsage().heapUsed;
  await h.runtime.jobs.runDue();
  Bun.gc(true);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(32 * 1024 * 1024);
  const left = await sql`select client_id from oauth_clients where client_id like 'ahc_flood%'`;
  expect(left.count).toBe(100);
  expect((await runtime.refresh(used, used.refresh_token)).status).toBe(200);
  const gone = await runtime.authorize(null, { client_id: "ahc_flood1", redirect_uri: REDIRECT });
  expect([gone.status, gone.headers.get("location")]).toEqual([400, null]);
  h.clock.advance(2 * DAY_MS);
  await h.runtime.jobs.runDue();
  expect((await sql`select 1 from oauth_clients where client_id like 'ahc_flood%'`).count).toBe(0);
});
