// Taking access away again: by whom, by which address, and what is told.
import { describe, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { type Shared, share, team, withDocument, withPerson } from "./team.ts";

const h = await openHarness();

async function levelOf(document: Shared, person: Person): Promise<string> {
  const answer = await h.call(`GET ${document.at}/access`, { as: person });
  return answer.status === 200 ? answer.body.my_level : String(answer.status);
}

describe("taking a grant away", () => {
  /** Bert is a colleague to whom the document is closed. */
  async function granted(): Promise<Shared & { bert: Person; grant_id: number }> {
    const document = await withDocument(h);
    const { body } = await share(h, document, withPerson(document.otto));
    const bert = await h.person({ role: "member", workspace_id: document.anna.workspace_id });
    return { ...document, bert, grant_id: body.id };
  }

  test.each(["anna", "admin", "owner"] as const)(
    "works for %s, closes the document at once and leaves a row",
    async (who) => {
      await scenario(h, {
        given: granted,
        act: (world) => ({ as: world[who], call: `DELETE /api/access/${world.grant_id}` }),
        expect: ({ grant_id, doc, otto }) => ({
          status: 200,
          body: { id: grant_id, deleted: true },
          audit: [
            {
              action: "access.revoke",
              target_type: "doc",
              target_id: doc.doc_id,
              meta: { subject: otto.email, level: "view" },
            },
          ],
        }),
      });
      const document = await granted();
      await h.call(`DELETE /api/access/${document.grant_id}`, { as: document[who] });
      expect(await levelOf(document, document.otto)).toBe("404");
    },
  );

  test.each(["bert", "eve"] as const)("is a 404 to %s, as for an unknown id", async (who) => {
    await scenario(h, {
      given: granted,
      act: (world) => ({ as: world[who], call: `DELETE /api/access/${world.grant_id}` }),
      expect: { status: 404, error: "grant not found" },
    });
    const { anna } = await team(h);
    const unknown = await h.call("DELETE /api/access/999999999", { as: anna });
    expect([unknown.status, unknown.body.error]).toEqual([404, "grant not found"]);
  });

  test("is a 403 to whoever it lets in, who sees it and whose it is not", async () => {
    await scenario(h, {
      given: granted,
      act: (world) => ({ as: world.otto, call: `DELETE /api/access/${world.grant_id}` }),
      expect: {
        status: 403,
        error: "only the owner, the workspace's owners and admins, and who gave the grant, may take it away",
      },
    });
  });

  test("works for who gave it, also when the document has gone on to somebody else", async () => {
    const { anna, owner, otto } = await team(h);
    const made = await h.call("POST /api/docs", { as: anna, json: { html: "x", root: "general" } });
    const at = `/api/docs/${made.body.doc_id}`;
    const given = await h.call(`POST ${at}/access`, { as: owner, json: withPerson(otto) });
    const refused = await h.call(`DELETE /api/access/${given.body.id}`, { as: anna });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'only the managers of "General", and who gave the grant, may take it away',
    ]);
    await h.runtime.database.sql`update grants set created_by = ${anna.user_id} where grant_id = ${given.body.id}`;
    expect((await h.call(`DELETE /api/access/${given.body.id}`, { as: anna })).status).toBe(200);
  });

  test("twice at once works once, and is a 404 the other time", async () => {
    const document = await granted();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => h.call(`DELETE /api/access/${document.grant_id}`, { as: document.anna })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  });

  test("of a root is for its managers, from Business on, and never General's own list", async () => {
    for (const plan of ["team", "business"] as const) {
      const { owner, anna, otto } = await team(h, plan);
      const { sql } = h.runtime.database;
      const [folder] = await sql<{ place_id: number }[]>`
        insert into places (workspace_id, root_id, path, has_list)
        select workspace_id, root_id, 'Closed', true from roots where workspace_id = ${owner.workspace_id} returning place_id`;
      await sql`update places set guard_ids = array[place_id] where place_id = ${folder?.place_id ?? 0}`;
      const [grant] = await sql<{ grant_id: number }[]>`
        insert into grants (workspace_id, place_id, subject_type, subject_id, level, created_by, created_at)
        values (${owner.workspace_id}, ${folder?.place_id ?? 0}, 'user', ${otto.user_id}, 1, ${anna.user_id}, ${h.clock.now()})
        returning grant_id`;
      const call = `DELETE /api/access/${grant?.grant_id}`;
      // Otto sees the folder's list, which is on it for him.
      expect((await h.call(call, { as: anna })).status).toBe(404);
      expect((await h.call(call, { as: otto })).status).toBe(plan === "team" ? 402 : 403);
      const answer = await h.call(call, { as: owner });
      expect([plan, answer.status]).toEqual([plan, plan === "team" ? 402 : 200]);
      const [top] = await sql<{ grant_id: number }[]>`
        select grant_id from grants join places using (place_id) where places.workspace_id = ${owner.workspace_id} and path = ''`;
      const fixed = await h.call(`DELETE /api/access/${top?.grant_id}`, { as: owner });
      expect([plan, fixed.status]).toEqual([plan, plan === "team" ? 402 : 400]);
    }
  });
});
