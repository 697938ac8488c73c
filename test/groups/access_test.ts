// What a group opens: felt on the next request of whoever comes into it or leaves it, on every server.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();

test("a group's access comes and goes with membership, on the next request, by token and by cookie, on both servers", async () => {
  const owner = await h.person();
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const twin = await h.twin();
  const { slug } = (await h.call("POST /api/roots", { as: owner, json: { name: "Handbook" } })).body;
  const { id } = (await h.call("POST /api/groups", { as: owner, json: { name: "Readers" } })).body;
  const grant = { subject_type: "group", subject: "readers", level: "view" };
  expect((await h.call(`POST /api/roots/${slug}/access`, { as: owner, json: grant })).status).toBe(201);

  async function expectStatus(status: number): Promise<void> {
    await twin.runtime.database.bus.catchUp();
    for (const server of [h, twin]) {
      for (const with_cookie of [false, true]) {
        expect((await server.call(`GET /api/roots/${slug}`, { as: member, with_cookie })).status).toBe(status);
      }
    }
  }

  await expectStatus(404);
  await h.call(`POST /api/groups/${id}/members`, { as: owner, json: { email: member.email } });
  await expectStatus(200);
  const shown = (await h.call(`GET /api/groups/${id}`, { as: owner })).body.grants;
  expect(shown).toMatchObject([{ resource_type: "root", label: "Handbook", level: "view" }]);
  await h.call(`DELETE /api/groups/${id}/members?email=${member.email}`, { as: owner });
  await expectStatus(404);
  await h.call(`PUT /api/groups/${id}/members`, { as: owner, json: { emails: [member.email], present: true } });
  await expectStatus(200);
  await h.call(`DELETE /api/groups/${id}`, { as: owner });
  await expectStatus(404);
});
