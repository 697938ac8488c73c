// Tickets of people who signed in:
// what lists of folders and groups give them is asked at each answer, not kept in the ticket.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { formsOf } from "./made.ts";

const h = await openHarness();
const { makeForm, makeDatabase, ticket, send, must } = formsOf(h);

test("a ticket of a member answers while their group may open the page, and not meanwhile", async () => {
  const as = await h.person({ role: "owner", plan: "enterprise" });
  const member = await h.person({ role: "member", workspace_id: as.workspace_id });
  const made = await makeDatabase({ as });
  const form = await makeForm({ fields: ["name"], visibility: "restricted" }, made);
  const { id, slug } = await must(h.call("POST /api/groups", { as, json: { name: "Readers" } }));
  const join = () => must(h.call(`POST /api/groups/${id}/members`, { as, json: { email: member.email } }));
  await join();
  const grant = { subject_type: "group", subject: slug, level: "view" };
  await must(h.call(`POST /api/docs/${form.form.doc_id}/access`, { as, json: grant }));
  const token = await ticket(form, { user_id: member.user_id });
  const answer = async () => (await send(form, { token, data: { name: "Ann" } })).status;
  await must(h.call(`DELETE /api/groups/${id}/members?email=${member.email}`, { as }));
  expect(await answer()).toBe(403);
  await join();
  expect(await answer()).toBe(200);
});
