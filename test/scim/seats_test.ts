// A workspace without a free seat says so to its provider (rules: provisioning/users).
import { expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness } from "../harness/harness.ts";
import { openProvider, patch } from "./provider.ts";

// The one plan that has providers has no cap as it is sold.
const allowances = { ...manifest.allowances, members: { ...manifest.allowances.members, enterprise: 2 } };
const h = await openHarness({ manifest: { allowances } });
let counter = 0;
const address = () => `user${++counter}@firm.example`;

test("a full workspace is 409 naming plan and cap, for a new user and for one who comes back, however many ask at once", async () => {
  const p = await openProvider(h);
  const { id } = await p.made("POST /Users", { userName: address() });
  const third = await p.send("POST /Users", { userName: address() });
  expect([third.status, third.body.scimType]).toEqual([409, "uniqueness"]);
  expect(third.body.detail).toContain("the Enterprise plan carries 2 members");
  await p.send(`DELETE /Users/${id}`);
  const races = await Promise.all([1, 2, 3].map(() => p.send("POST /Users", { userName: address() })));
  expect(races.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
  expect((await p.send(`PATCH /Users/${id}`, patch({ op: "replace", path: "active", value: true }))).status).toBe(409);
});

test("whom the provider makes takes the seat that an invite holds for them, and the invite holds none any more", async () => {
  const p = await openProvider(h);
  const [email, other] = [address(), address()];
  const invited = await h.call("POST /api/invites", { as: p.owner, json: { email } });
  expect((await p.send("POST /Users", { userName: other })).status).toBe(409);
  const { id } = await p.made("POST /Users", { userName: email.toUpperCase() });
  const seats = async () => {
    const { pending_invites, seats_left } = (await h.call("GET /api/members", { as: p.owner })).body.workspace;
    return [pending_invites, seats_left];
  };
  expect(await seats()).toEqual([0, 0]);
  // Switched off they have no seat, and are invited as before.
  await p.send(`DELETE /Users/${id}`);
  expect(await seats()).toEqual([1, 0]);
  await p.made(`PATCH /Users/${id}`, patch({ op: "replace", path: "active", value: true }));
  await h.call(`DELETE /api/invites/${invited.body.id}`, { as: p.owner });
  expect(await seats()).toEqual([0, 0]);
});
