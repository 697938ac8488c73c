// A workspace without a free seat says so to its provider (rules: provisioning 2).
import { expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness } from "../harness.ts";
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
