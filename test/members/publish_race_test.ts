// A person who publishes while they are removed: what was answered is theirs afterwards, wherever they are.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();

test("what a person publishes while they are removed is in their My documents afterwards, or was refused", async () => {
  for (let round = 0; round < 8; round++) {
    const owner = await h.person();
    const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const publish = (n: number) =>
      h.call("POST /api/docs", { as: member, json: { markdown: `# ${n}`, folder: `f${n}` } });
    const [removed, ...published] = await Promise.all([
      h.call(`DELETE /api/members/${member.user_id}`, { as: owner }),
      publish(1),
      publish(2),
      publish(3),
      publish(4),
    ]);
    expect(removed.status).toBe(200);
    for (const answer of published) expect([201, 401]).toContain(answer.status);
    const kept = published.filter((answer) => answer.status === 201);
    const listed: { doc_id: string }[] = (await h.call("GET /api/docs", { as: member })).body.docs;
    expect(listed.map((doc) => doc.doc_id).sort()).toEqual(kept.map((answer) => answer.body.doc_id).sort());
  }
});
