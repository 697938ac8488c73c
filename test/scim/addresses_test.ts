// Users whose address changes: where it may come from and go to, and what that ends.
import { describe, expect, test } from "bun:test";
import { issueSession } from "../../kernel/ports/auth.ts";
import { openHarness } from "../harness/harness.ts";
import { address, openProvider, patch, prove, USER, unique } from "./provider.ts";

const h = await openHarness();

describe("another address", () => {
  for (const path of ["userName", "emails.value", 'emails[type eq "work"].value', `${USER}:userName`, "USERNAME"]) {
    test(`comes by PATCH of ${path}`, async () => {
      const p = await openProvider(h);
      const { id } = await p.made("POST /Users", { userName: address() });
      const userName = address();
      const answer = await p.made(`PATCH /Users/${id}`, patch({ op: "replace", path, value: userName }));
      expect(answer).toMatchObject({ id, userName, emails: [{ value: userName }] });
    });
  }

  test("that another account has is 409 uniqueness", async () => {
    const p = await openProvider(h);
    const { id } = await p.made("POST /Users", { userName: address() });
    const other = await h.person();
    const { status, body } = await p.send(
      `PATCH /Users/${id}`,
      patch({ op: "replace", path: "userName", value: other.email }),
    );
    expect([status, body.scimType]).toEqual([409, "uniqueness"]);
  });

  test("of somebody whom the provider did not make comes from a proven domain and goes to one, or it is a takeover", async () => {
    const p = await openProvider(h);
    const [from, to] = [`d${unique()}.example`, `d${unique()}.example`];
    const person = await h.person({ role: "member", workspace_id: p.owner.workspace_id, email: `anna@${from}` });
    const rename = (address: string) => p.send(`PUT /Users/${person.user_id}`, { userName: address });
    // A neighbour at a mail provider is a stranger, who would get the sign-in links from now on.
    for (const address of [`mallory@${from}`, `anna@${to}`])
      expect([address, (await rename(address)).status]).toEqual([address, 409]);
    expect((await rename(`Anna@${from}`)).status).toBe(200);
    await prove(h, p.owner, to);
    expect((await rename(`anna@${to}`)).status).toBe(409);
    await prove(h, p.owner, from);
    expect((await rename(`anna.married@${from}`)).status).toBe(200);
    expect((await rename(`anna@${to}`)).status).toBe(200);
  });

  test("of somebody whom the provider made ends their sessions outside of proven domains", async () => {
    const p = await openProvider(h);
    const { id } = await p.made("POST /Users", { userName: address() });
    const [cookie = ""] = issueSession(h.runtime.signer, { user_id: Number(id), epoch: 0 }, h.clock.now()).split(";");
    const isSignedIn = async () => (await h.call("GET /api/me", { headers: { cookie } })).status === 200;
    const domain = `d${unique()}.example`;
    await prove(h, p.owner, domain);
    for (const to of [`eva@${domain}`, `Eva@${domain}`, `eve@${domain}`]) {
      await p.made(`PUT /Users/${id}`, { userName: to });
      expect(await isSignedIn()).toBe(true);
    }
    await p.made(`PUT /Users/${id}`, { userName: address() });
    expect(await isSignedIn()).toBe(false);
  });

  test("of an owner is no provider's to change, whoever made the account: an admin's token makes nobody owner", async () => {
    const p = await openProvider(h);
    const domain = `d${unique()}.example`;
    await prove(h, p.owner, domain);
    const found = await h.person({ role: "owner", workspace_id: p.owner.workspace_id, email: `olga@${domain}` });
    const { id } = await p.made("POST /Users", { userName: `otto@${domain}` });
    await h.runtime.database.sql`update users set role = 'owner' where user_id = ${Number(id)}`;
    for (const [ref, was] of [
      [found.user_id, found.email],
      [id, `otto@${domain}`],
    ]) {
      const refused = await p.send(`PUT /Users/${ref}`, { userName: `mallory@${domain}` });
      expect([refused.status, refused.body.scimType]).toEqual([409, "mutability"]);
      expect((await p.made(`GET /Users/${ref}`)).userName).toBe(was);
    }
  });
});
