// What waits for somebody's decision: by their present right over the document, and only while it can be decided.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";

const h = await openHarness();

async function waiting(as: Person): Promise<string[]> {
  const { body } = await must(h.call("GET /api/access-requests", { as }));
  return body.requests.map((one: { title: string }) => one.title);
}

const publish = async (as: Person, title: string, where: object = {}) =>
  (await must(h.call("POST /api/docs", { as, json: { markdown: `# ${title}`, ...where } }))).body;
const ask = async (as: Person, slug: string) =>
  void (await must(h.call("POST /api/access-requests", { as, json: { slug } })));

test("a request waits for the owner, of a space for its managers, and for nobody else", async () => {
  const owner = await h.person({ role: "owner", plan: "business" });
  const join = () => h.person({ role: "member", workspace_id: owner.workspace_id });
  const [author, asker] = [await join(), await join()];
  const stranger = await h.person({ role: "owner" });
  await must(h.call("POST /api/roots", { as: owner, json: { name: "Plans", slug: "plans" } }));
  const own = await publish(author, "Own");
  const inSpace = await publish(owner, "In the space", { root: "plans", folder: "" });
  await ask(asker, own.slug);
  await ask(asker, inSpace.slug);
  expect(await waiting(author)).toEqual(["Own"]);
  expect(await waiting(owner)).toEqual(["In the space"]);
  expect([await waiting(asker), await waiting(stranger)]).toEqual([[], []]);
});

test("what is decided, overtaken by a change, or in the trash waits no more", async () => {
  const owner = await h.person({ role: "owner", plan: "business" });
  const asker = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const titles = ["Decided", "Moved", "Deleted", "Still"];
  const docs = new Map<string, { doc_id: string; slug: string }>();
  for (const title of titles) docs.set(title, await publish(owner, title));
  for (const { slug } of docs.values()) await ask(asker, slug);
  expect(await waiting(owner)).toEqual(titles.toReversed());
  const { body } = await must(h.call("GET /api/access-requests?limit=100", { as: owner }));
  const decided = body.requests.find((one: { title: string }) => one.title === "Decided");
  await must(h.call(`POST /api/access-requests/${decided.id}/decision`, { as: owner, json: { decision: "deny" } }));
  await must(h.call(`PATCH /api/docs/${docs.get("Moved")?.doc_id}`, { as: owner, json: { folder: "Elsewhere" } }));
  await must(h.call(`DELETE /api/docs/${docs.get("Deleted")?.doc_id}`, { as: owner }));
  expect(await waiting(owner)).toEqual(["Still"]);
});
