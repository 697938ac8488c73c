// The pages of groups: made, filled by several addresses at once, emptied, and ended with what that ends said before.
import { expect, test } from "bun:test";
import { follow, sendForm } from "../app/send_form.ts";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();
const PATH = "/app/settings/groups";

function page(path: string, as: Person) {
  return h.call(`GET ${path}` as "GET /app", { as, with_cookie: true, headers: { accept: "text/html" } });
}

async function team() {
  const owner = await h.person({ role: "owner" });
  const [ben, cara] = [
    await h.person({ workspace_id: owner.workspace_id, role: "member" }),
    await h.person({ workspace_id: owner.workspace_id, role: "member" }),
  ];
  return { owner, ben, cara };
}

async function groupOf(owner: Person, name = "Design"): Promise<number> {
  return (await h.call("POST /api/groups", { as: owner, json: { name } })).body.id;
}

test("a group is made by a form, which leads to its page; a name that is taken comes back", async () => {
  const { owner, ben } = await team();
  const texts = { name: "Design <b>", description: "", "~back": PATH, "~then": `${PATH}/{id}` };
  const { page: made } = await follow(h, owner, await sendForm(h, "group.create", { as: owner, texts }));
  expect([made.status, made.body.includes("Design &lt;b&gt;")]).toEqual([200, true]);
  const listed = await page(PATH, ben);
  expect([listed.status, listed.body.includes("Design &lt;b&gt;"), listed.body.includes("group.create")]).toEqual([
    200,
    true,
    false,
  ]);
  const blank = await sendForm(h, "group.create", { as: owner, texts: { ...texts, name: " " } });
  expect([blank.status, blank.body.includes('aria-invalid="true"')]).toEqual([400, true]);
});

test("several are put in by ticks and lines at once, all or none, and several are taken out", async () => {
  const { owner, ben, cara } = await team();
  const id = await groupOf(owner);
  const back = { id: String(id), "~back": `${PATH}/${id}` };
  expect((await page(`${PATH}/${id}`, owner)).body).toContain(`value="${ben.email}"`);
  const lines = [ben.email, `${cara.email}\r\nnobody@elsewhere.example`];
  const refused = await sendForm(h, "group.members", { as: owner, texts: { ...back, present: "true", emails: lines } });
  expect([refused.status, refused.body.includes("nobody@elsewhere.example")]).toEqual([404, true]);
  const both = { ...back, present: "true", emails: [ben.email, `${cara.email}\r\n`] };
  expect((await sendForm(h, "group.members", { as: owner, texts: both })).status).toBe(303);
  const members = async () => (await h.call(`GET /api/groups/${id}`, { as: owner })).body.member_count;
  expect(await members()).toBe(2);
  const none = await sendForm(h, "group.members", { as: owner, texts: { ...back, present: "false" } });
  expect([none.status, await members()]).toEqual([422, 2]);
  const out = { ...back, present: "false", emails: [ben.email, cara.email] };
  expect((await sendForm(h, "group.members", { as: owner, texts: out })).status).toBe(303);
  expect(await members()).toBe(0);
});

test("the page says before what the end of a group ends, and shows no form of one that is kept elsewhere", async () => {
  const { owner, ben } = await team();
  const id = await groupOf(owner);
  await h.call(`POST /api/groups/${id}/members`, { as: owner, json: { email: ben.email } });
  await h.call("POST /api/roots", { as: owner, json: { name: "Handbook", slug: "handbook" } });
  const json = { subject_type: "group", subject: "design", level: "view" };
  await h.call("POST /api/roots/handbook/access", { as: owner, json });
  const { body } = await page(`${PATH}/${id}`, owner);
  for (const words of ["The one person in it loses", "It opens one thing", "Handbook"]) expect(body).toContain(words);
  expect((await page(`${PATH}/${id}`, ben)).status).toBe(403);
  expect((await page(`${PATH}/999999`, owner)).status).toBe(404);
  await h.runtime.database.sql`update groups set source = 'scim' where group_id = ${id}`;
  const kept = (await page(`${PATH}/${id}`, owner)).body;
  expect([kept.includes("SCIM"), kept.includes("do/group.members"), kept.includes("do/group.update")]).toEqual([
    true,
    false,
    false,
  ]);
  const gone = await sendForm(h, "group.delete", { as: owner, texts: { id: String(id), "~then": PATH } });
  expect([gone.status, gone.headers.get("location")]).toEqual([303, PATH]);
});

test("where the plan has no groups, no line and no tab leads to them", async () => {
  const as = await h.person({ role: "owner", plan: "free" });
  expect((await page("/app/settings", as)).body).not.toContain(PATH);
  expect((await page("/app/settings/people", as)).body).not.toContain(PATH);
});
