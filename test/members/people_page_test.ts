// The pages about people: who sees what of them, and inviting several at once with a link for each.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

function page(path: string, as: Person) {
  return h.call(`GET ${path}` as "GET /app", { as, with_cookie: true, headers: { accept: "text/html" } });
}

function post(operation: string, as: Person, texts: readonly (readonly [string, string])[], cookie?: string) {
  return h.call(`POST /app/do/${operation}`, {
    as,
    with_cookie: true,
    body: new URLSearchParams(texts.map(([name, value]) => [name, value])).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "text/html",
      ...(cookie !== undefined && { cookie }),
    },
  });
}

const PEOPLE = "/app/settings/people";
const linksIn = (text: string) => new Set(text.match(/[^"]*\/u\/invite\/[^"]+/g) ?? []);

test("members see who is here; owners and admins invite, and see each person's page", async () => {
  const owner = await h.person({ role: "owner" });
  const member = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  const stranger = await h.person();
  const seen = await page(PEOPLE, member);
  expect([seen.status, seen.body.includes(owner.email)]).toEqual([200, true]);
  expect(seen.body).not.toContain("invite.batch");
  expect(seen.body).not.toContain(`${PEOPLE}/${owner.user_id}`);
  expect((await page(PEOPLE, owner)).body).toContain("invite.batch");
  const about = await page(`${PEOPLE}/${member.user_id}`, owner);
  expect([about.status, about.body.includes(member.email)]).toEqual([200, true]);
  expect((await page(`${PEOPLE}/${member.user_id}`, member)).status).toBe(403);
  const missing = await page(`${PEOPLE}/999999999`, owner);
  const foreign = await page(`${PEOPLE}/${stranger.user_id}`, owner);
  expect([missing.status, foreign.status]).toEqual([404, 404]);
});

test("fifty invitations come with fifty links on one page, which a reload has no more", async () => {
  const owner = await h.person({ role: "owner" });
  const emails = Array.from({ length: 50 }, (_, number) => `colleague.number.${number}@fifty.example`);
  const made = await post("invite.batch", owner, [
    ["invites", [...emails, "no address"].join("\r\n")],
    ["invites.role", "admin"],
    ["~back", PEOPLE],
  ]);
  expect(made.status).toBe(200);
  expect(linksIn(made.body).size).toBe(50);
  expect(made.body).toContain("no address");
  const { body } = await h.call("GET /api/invites", { as: owner });
  expect(body.invites.map(({ role }: { role: string }) => role)).toEqual(emails.map(() => "admin"));
  const again = await page(PEOPLE, owner);
  expect([linksIn(again.body).size, again.body.includes(emails[49] ?? "")]).toEqual([0, true]);
});

test("two invitations lead back to the page, which shows their links once", async () => {
  const owner = await h.person({ role: "owner" });
  const made = await post("invite.batch", owner, [
    ["invites", "anna@two.example\nben@two.example"],
    ["~back", PEOPLE],
  ]);
  expect([made.status, made.headers.get("location")]).toEqual([303, PEOPLE]);
  const cookie = (made.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  expect(cookie).not.toContain("invite");
  const shown = await h.call("GET /app/settings/people", {
    headers: { accept: "text/html", cookie: `${owner.cookie}; ${cookie}` },
  });
  expect(linksIn(shown.body).size).toBe(2);
  expect(shown.headers.get("set-cookie")).toContain("Max-Age=0");
});

test("what is nobody's address comes back in the form, with the words beside it", async () => {
  const owner = await h.person({ role: "owner" });
  const refused = await post("invite.batch", owner, [
    ["invites", ""],
    ["~back", PEOPLE],
  ]);
  expect(refused.status).toBe(400);
  expect(refused.body).toContain('aria-invalid="true"');
});

test("removing somebody says before what becomes of their documents, and names escape", async () => {
  const owner = await h.person({ role: "owner" });
  const member = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  await h.call("PATCH /api/me", { as: member, with_cookie: true, json: { name: "<b>Mia</b>" } });
  await h.call("POST /api/docs", { as: member, json: { markdown: "# Mine" } });
  const about = await page(`${PEOPLE}/${member.user_id}?removal=true`, owner);
  expect(about.body).toContain("One document in their My documents goes along");
  expect(about.body).toContain("&lt;b&gt;Mia&lt;/b&gt;");
  const gone = await post("member.remove", owner, [
    ["user_id", String(member.user_id)],
    ["hand_over_to", ""],
    ["~then", PEOPLE],
  ]);
  expect([gone.status, gone.headers.get("location")]).toEqual([303, PEOPLE]);
  expect((await page(`${PEOPLE}/${member.user_id}`, owner)).status).toBe(404);
});

test("an owner sees what works for somebody, ends it on their page, and signs them out everywhere", async () => {
  const owner = await h.person({ role: "owner" });
  const admin = await h.person({ workspace_id: owner.workspace_id, role: "admin" });
  const member = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  const made = await h.call("POST /api/tokens", { as: member, with_cookie: true, json: { name: "Nightly <b>" } });
  const at = `${PEOPLE}/${member.user_id}`;
  const shown = (await page(at, owner)).body;
  expect([shown.includes("Nightly &lt;b&gt;"), shown.includes(made.body.token)]).toEqual([true, false]);
  // An admin does not end what an owner works with, and is not offered it.
  expect((await page(`${PEOPLE}/${owner.user_id}`, admin)).body).not.toContain("do/member.sign_out");
  const out = await post("member.sign_out", owner, [
    ["user_id", String(member.user_id)],
    ["tokens", "false"],
    ["tokens", "true"],
    ["~back", at],
  ]);
  expect([out.status, out.headers.get("location")]).toEqual([303, at]);
  expect((await h.call("GET /api/me", { as: member, with_cookie: true })).status).toBe(401);
  expect((await h.call("GET /api/me", { headers: { authorization: `Bearer ${made.body.token}` } })).status).toBe(401);
});

test("a person's page makes a sign-in link where that works, shows it once, and says why it does not", async () => {
  const owner = await h.person({ role: "owner" });
  const admin = await h.person({ workspace_id: owner.workspace_id, role: "admin" });
  const member = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  const at = (of: Person) => `${PEOPLE}/${of.user_id}`;
  expect((await page(at(member), admin)).body).toContain("Make a sign-in link");
  const texts = [
    ["user_id", String(member.user_id)],
    ["~back", at(member)],
  ] as const;
  const made = await post("member.sign_in_link", admin, texts);
  expect([made.status, made.headers.get("location")]).toEqual([303, at(member)]);
  const cookie = (made.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const headers = { accept: "text/html", cookie: `${admin.cookie}; ${cookie}` };
  const shown = await h.call(`GET ${at(member)}` as "GET /app", { headers });
  const links = (text: string) => text.match(/\/auth\/member-link\//g)?.length ?? 0;
  expect(links(shown.body)).toBeGreaterThan(0);
  expect(links((await page(at(member), admin)).body)).toBe(0);
  const peer = (await page(at(owner), admin)).body;
  expect([peer.includes("Make a sign-in link"), peer.includes("of a lower role alone")]).toEqual([false, true]);
  expect((await page(at(admin), admin)).body).not.toContain("ign-in link");
  const asked = await h.call(`GET /api/members/${member.user_id}/sign-in-link`, { as: member, with_cookie: true });
  expect(asked.status).toBe(403);
});
