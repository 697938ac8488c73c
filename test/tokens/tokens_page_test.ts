// The page of tokens: one is made by a form and shown once, and its person alone revokes it.
import { expect, test } from "bun:test";
import { follow, sendForm } from "../app/send_form.ts";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();
const PATH = "/app/settings/me/tokens";

function show(as: Person) {
  return h.call(`GET ${PATH}`, { as, with_cookie: true });
}

async function make(as: Person, name: string) {
  const texts = { name, ttl_days: "30", "~back": PATH };
  return follow(h, as, await sendForm(h, "token.create", { as, texts }));
}

test("a token that a form made is shown once, works, and stays listed by its first digits", async () => {
  const as = await h.person();
  const { page, again } = await make(as, "<b>Nightly</b>");
  const token = /value="(dsk_[^"]*)"/.exec(page.body)?.[1] ?? "";
  const me = await h.call("GET /api/me", { headers: { authorization: `Bearer ${token}` } });
  expect([page.status, me.status, me.body.email]).toEqual([200, 200, as.email]);
  expect(page.headers.get("content-encoding")).toBe(null);
  expect(again.body).not.toContain(token);
  expect(again.body).toContain(token.slice(0, 12));
  expect(again.body).toContain("&lt;b&gt;Nightly&lt;/b&gt;");
});

test("a token without a name comes back on the page with the words beside the field, and none is made", async () => {
  const as = await h.person();
  const texts = { name: "  ", ttl_days: "90", "~back": PATH };
  const refused = await sendForm(h, "token.create", { as, texts });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatch(/<input id="([^"]*)" name="name" aria-describedby="[^"]*\1-error" aria-invalid="true"/);
  expect(refused.body).toContain('<option value="90" selected>');
  expect((await h.call("GET /api/tokens", { as })).body.tokens).toHaveLength(1);
});

test("a token is revoked by the form on its row, and the page lists nobody else's", async () => {
  const [as, other] = [await h.person(), await h.person()];
  const { page } = await make(as, "to go");
  const id = /name="token_id" value="(\d+)"/.exec(page.body)?.[1] ?? "";
  const texts = { token_id: id, "~back": PATH };
  expect((await sendForm(h, "token.revoke", { as: other, texts })).status).toBe(404);
  expect((await show(other)).body).not.toContain("to go");
  expect((await sendForm(h, "token.revoke", { as, texts })).status).toBe(303);
  expect((await show(as)).body).not.toContain("to go");
});
