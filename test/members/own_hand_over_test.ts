// Handing over one's own documents, which needs nobody's leave.
import { describe, expect, test } from "bun:test";
import { follow } from "../changes/follower.ts";
import { openHarness, type ParsedBody } from "../harness/harness.ts";
import { findMiscounts } from "../harness/kept_counts.ts";
import { scenario } from "../harness/scenario.ts";
import { leaving } from "./leaving.ts";

const h = await openHarness();
const { must, withDocuments } = leaving(h);

describe("handing over one's own documents", () => {
  test("needs nobody's leave, is in the log as one's own doing, and counts for the receiver", async () => {
    const world = await withDocuments();
    const { leaver, heir, deep } = world;
    await scenario(h, {
      act: () => ({
        as: leaver,
        with_cookie: true,
        call: "POST /api/account/hand-over",
        json: { user_id: heir.user_id },
      }),
      expect: {
        status: 200,
        body: { docs: 2, to: { email: heir.email } },
        audit: [{ action: "member.hand_over", actor: leaver.email, meta: { own: true, docs: 2 } }],
      },
    });
    expect((await h.call(`GET ${deep.at}/access`, { as: leaver })).status).toBe(404);
    const counts = await h.runtime.database.sql<{ owner_id: number; live: number }[]>`
      select owner_id, live from document_owners where owner_id in (${leaver.user_id}, ${heir.user_id}) order by owner_id`;
    expect(counts.map((row) => [row.owner_id, row.live])).toEqual([
      [leaver.user_id, 0],
      [heir.user_id, 2],
    ]);
    // Nothing is left to hand over.
    const again = await h.call("POST /api/account/hand-over", {
      as: leaver,
      with_cookie: true,
      json: { user_id: heir.user_id },
    });
    expect(again.body).toMatchObject({ docs: 0, folder: null });
  });

  test("is followed: it comes to the receiver, leaves the person, and stays with whom it was shared with", async () => {
    const { leaver, heir, other, deep, top } = await withDocuments();
    const followers = [leaver, heir, other].map((as) => follow(h, as, { include_team: "true" }));
    for (const one of followers) await one.catchUp();
    const [person, receiver, reader] = followers;
    const known = () => [person, receiver, reader].map((one) => [...(one?.state.keys() ?? [])].sort());
    const both = [deep.doc.doc_id, top.doc.doc_id].sort();
    expect(known()).toEqual([both, [], [deep.doc.doc_id]]);
    const json = { user_id: heir.user_id };
    await must(h.call("POST /api/account/hand-over", { as: leaver, with_cookie: true, json }));
    for (const one of followers) await one.catchUp();
    expect(known()).toEqual([[], both, [deep.doc.doc_id]]);
    expect(person?.told.slice(-2).every((change: ParsedBody) => change.left)).toBe(true);
    // The counts of folders and tags agree with what is there.
    const { personal } = await must(h.call("GET /api/roots", { as: heir }));
    expect(personal.doc_count).toBe(2);
    expect((await must(h.call("GET /api/roots", { as: leaver }))).personal.doc_count).toBe(0);
    expect(await findMiscounts(h.runtime.database.sql, [heir.workspace_id])).toEqual([]);
  });

  test("takes the session, and a colleague: not a token, oneself, a stranger or a switched-off account", async () => {
    const { leaver, heir } = await withDocuments();
    const ask = (user_id: number, with_cookie = true) =>
      h.call("POST /api/account/hand-over", { as: leaver, with_cookie, json: { user_id } });
    const before = await h.rows("audit_events", "places");
    expect((await ask(heir.user_id, false)).status).toBe(403);
    expect((await ask(leaver.user_id)).status).toBe(400);
    expect((await ask((await h.person()).user_id)).status).toBe(404);
    await h.runtime.database.sql`update users set disabled_at = ${h.clock.now()} where user_id = ${heir.user_id}`;
    expect((await ask(heir.user_id)).status).toBe(400);
    expect((await h.rows("audit_events"))["audit_events"]).toBe(before["audit_events"]);
  });
});
