// The long poll: it ends with a change, with its time, with the client, and with the right to read.
import { expect, test } from "bun:test";
import { waitingPort } from "../../plugins/changes/waiting.ts";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { must } from "../roots/space.ts";

const h = await openHarness();
const twin = await h.twin();

/** Resolves once the server's next poll waits: a change before that would be answered without a wait. */
function nextWait(from: typeof h): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = from.runtime.use(waitingPort);
  const { wait } = waiting;
  waiting.wait = (asked) => {
    waiting.wait = wait;
    resolve();
    return wait(asked);
  };
  return promise;
}

async function waitFor(from: typeof h, as: Awaited<ReturnType<typeof h.person>>, seconds = 60, scope = "") {
  const { body } = await must(from.call(`GET /api/changes?${scope}`, { as }));
  let answered = false;
  const waits = nextWait(from);
  const answer = from
    .call(`GET /api/changes?${scope}&since=${body.next_cursor}&wait=${seconds}`, { as })
    .then((one) => {
      answered = true;
      return one;
    });
  await Promise.race([waits, answer]);
  return { answer, isAnswered: () => answered };
}

test("a change ends the wait, on the server that made it and on another one", async () => {
  const { as } = await publish(h);
  const here = await waitFor(h, as);
  const there = await waitFor(twin, as);
  expect([here.isAnswered(), there.isAnswered()]).toEqual([false, false]);
  const { doc } = await publish(h, { html: "new" }, { as });
  for (const { answer } of [here, there]) {
    expect((await answer).body.changes).toMatchObject([{ doc_id: doc.doc_id }]);
  }
});

test("what is shared or taken away ends the wait of whom it concerns, on every server", async () => {
  const { as, doc } = await publish(h);
  const member = await h.person({ role: "member", workspace_id: as.workspace_id });
  const at = (from: typeof h) => waitFor(from, member, 60, "include_team=true");
  const coming = [await at(h), await at(twin)];
  const json = { subject_type: "user", subject: member.email, level: "view" };
  const given = (await must(h.call(`POST /api/docs/${doc.doc_id}/access`, { as, json }))).body;
  for (const { answer } of coming) expect((await answer).body.changes).toMatchObject([{ left: false, title: "Plan" }]);
  const going = [await at(h), await at(twin)];
  await must(twin.call(`DELETE /api/access/${given.id}`, { as }));
  for (const { answer } of going)
    expect((await answer).body.changes).toMatchObject([{ doc_id: doc.doc_id, left: true }]);
});

test("without a change the wait ends with its time, empty", async () => {
  const { as } = await publish(h);
  const { answer } = await waitFor(h, as, 1);
  expect((await answer).body).toMatchObject({ changes: [], has_more: false });
});

test("changes of documents that are closed to the reader do not end the wait", async () => {
  const { as } = await publish(h);
  const member = await h.person({ role: "member", workspace_id: as.workspace_id });
  const { answer, isAnswered } = await waitFor(h, member);
  await publish(h, { html: "closed" }, { as });
  await publish(h, { html: "mine" }, { as: member });
  expect((await answer).body.changes.length).toBe(1);
  expect(isAnswered()).toBe(true);
});

test("a token that is revoked during the wait is answered 401", async () => {
  const { as } = await publish(h);
  const { token, id } = (await must(h.call("POST /api/tokens", { as, with_cookie: true, json: { name: "sync" } })))
    .body;
  const sync = { ...as, token };
  const { answer } = await waitFor(h, sync);
  await must(h.call(`POST /api/tokens/${id}/revoke`, { as, with_cookie: true }));
  await publish(h, { html: "later" }, { as });
  expect((await answer).status).toBe(401);
});

test("a client that goes away ends its wait, and nobody waits more than 16 times at once", async () => {
  const waiting = h.runtime.use(waitingPort);
  const gone = new AbortController();
  const for_ = { workspace_id: 999_999, user_id: 999_999, since: 0, ms: 60_000 };
  const waits = Array.from({ length: 16 }, () => waiting.wait({ ...for_, signal: gone.signal }));
  await waiting.wait({ ...for_, signal: gone.signal });
  gone.abort();
  await Promise.all(waits);
});

test("a server that is about to stop answers who waits with what there is, and lets nobody wait any more", async () => {
  const { as } = await publish(h, { html: "x" });
  const leaving = await h.twin();
  const begin = await leaving.call("GET /api/changes", { as });
  const ask = () => leaving.call(`GET /api/changes?wait=50&since=${begin.body.next_cursor}`, { as });
  const waits = nextWait(leaving);
  const waiting = ask();
  await waits;
  leaving.runtime.leave();
  for (const { status, body } of [await waiting, await ask()]) {
    expect({ status, body }).toEqual({
      status: 200,
      body: { changes: [], next_cursor: begin.body.next_cursor, has_more: false },
    });
  }
});
