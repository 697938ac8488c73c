// Going somewhere by its name: what somebody may open of each kind, and nothing else.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";

const h = await openHarness();

async function found(as: Person, q: string): Promise<string[]> {
  const { body } = await must(h.call(`GET /api/find?${new URLSearchParams({ q })}`, { as }));
  return body.found.map(({ kind, label }: { kind: string; label: string }) => `${kind}: ${label}`);
}

test("documents, folders, spaces, people and settings are found by their names, for whoever may open them", async () => {
  const owner = await h.person({ role: "owner", plan: "business" });
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  await must(h.call("POST /api/roots", { as: owner, json: { name: "Zebra space", slug: "zebra" } }));
  for (const where of [{ root: "zebra", folder: "Zebra folder" }, { folder: "Zebra of mine/Under_score" }])
    await must(h.call("POST /api/docs", { as: owner, json: { markdown: "# Zebra crossing", ...where } }));
  const mine = await found(owner, "zebra");
  expect(mine.toSorted()).toEqual([
    "document: Zebra crossing",
    "document: Zebra crossing",
    "place: Zebra folder",
    "place: Zebra of mine",
    "place: Zebra space",
  ]);
  expect(await found(member, "zebra")).toEqual([]);
  expect(await found(owner, "_")).toEqual(["place: Under_score"]);
  expect(await found(member, member.email)).toEqual([`person: ${member.email}`]);
  expect(await found(member, "tokens")).toContain("settings: Tokens");
});

test("without words it is what was opened last, and behind > only what can be done", async () => {
  const owner = await h.person({ role: "owner" });
  const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const { body } = await must(h.call("POST /api/docs", { as: member, json: { markdown: "# Invite list" } }));
  await h.call(`GET /app/d/${body.doc_id}`, { as: member, with_cookie: true });
  await h.runtime.jobs.runDue();
  expect((await found(member, ""))[0]).toBe("document: Invite list");
  expect(await found(owner, "> invite")).toEqual(["command: Invite somebody"]);
  expect(await found(member, "> invite")).toEqual([]);
});
