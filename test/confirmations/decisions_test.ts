// What a token set about sign-in, among what waits for an owner's decision.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

async function waiting() {
  const owner = await h.person({ role: "owner" });
  const admin = await h.person({ role: "admin", workspace_id: owner.workspace_id });
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const config = {
    issuer: "https://login.acme.example",
    client_id: "docsvc",
    client_secret: "s3cret",
    domains: [owner.email.slice(owner.email.indexOf("@") + 1)],
  };
  expect((await h.call("PUT /api/sso", { as: owner, json: config })).status).toBe(200);
  return { owner, admin, member };
}

const home = async (as: Person): Promise<string> =>
  (await h.call("GET /app", { as, with_cookie: true, headers: { accept: "text/html" } })).body;

test("an owner is shown at home what waits, and led to where it is decided; nobody else is", async () => {
  const { owner, admin, member } = await waiting();
  const shown = await home(owner);
  expect(shown).toContain('href="/auth/confirmations"');
  expect(shown).toContain("login.acme.example");
  for (const as of [admin, member]) expect(await home(as)).not.toContain("/auth/confirmations");
});

test("managers list what waits without its secret, and members are refused", async () => {
  const { owner, admin, member } = await waiting();
  const [of_owner, of_admin, of_member] = await Promise.all(
    [owner, admin, member].map((as) => h.call("GET /api/confirmations", { as, with_cookie: true })),
  );
  expect(of_owner?.body).toMatchObject({ can_decide: true, settings: [{ set_by: owner.email }], roles: [] });
  expect(of_admin?.body.can_decide).toBe(false);
  expect(new TextDecoder().decode(of_owner?.bytes)).not.toContain("s3cret");
  expect(of_member?.status).toBe(403);
});

test("a role that waits is shown to the owner whose own does not", async () => {
  const { owner, member } = await waiting();
  await h.call(`PATCH /api/members/${member.user_id}`, { as: owner, json: { role: "admin" } });
  expect(await home(owner)).toContain(`${member.email} is to be admin`);
});
