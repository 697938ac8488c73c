// The auditor's question, "who could open this on Tuesday, and who did?", answered from what the API says days later.
import { expect, test } from "bun:test";
import { DAY_MS } from "../../kernel/plugin.ts";
import { openHarness, type ParsedBody, type Person } from "../harness/harness.ts";
import { made } from "../permission/stage.ts";

const h = await openHarness();
const TUESDAY = new Date("2026-03-03T09:00:00Z");

/** Of the people, those who may open it by now and the rules that let them in. */
async function explain(as: Person, doc_id: string, people: readonly Person[]) {
  const answers = await Promise.all(
    people.map(({ email }) => made(h.call(`GET /api/docs/${doc_id}/access/explain?user=${email}`, { as }))),
  );
  return new Map(answers.map(({ user, level }: ParsedBody) => [user.email, level]));
}

test("who could open a document on Tuesday is who can now, with what the log says happened since taken back; who did, activity says", async () => {
  h.clock.set(TUESDAY);
  const boss = await h.person({ role: "owner" });
  const join = () => h.person({ role: "member", workspace_id: boss.workspace_id });
  const [ann, bob, carl, dora] = [await join(), await join(), await join(), await join()];
  const { doc_id } = await made(h.call("POST /api/docs", { as: ann, json: { markdown: "# Merger", folder: "Deals" } }));
  const group = await made(h.call("POST /api/groups", { as: boss, json: { name: "Counsel" } }));
  const path = `/api/groups/${group.id}/members`;
  await made(h.call(`POST ${path}`, { as: boss, json: { email: dora.email } }));
  const toBob = { subject_type: "user", subject: bob.email, level: "view" };
  const grant = await made(h.call(`POST /api/docs/${doc_id}/access`, { as: ann, json: toBob }));
  const toCounsel = { subject_type: "group", subject: group.slug, level: "view" };
  await made(h.call("POST /api/folders/access?path=Deals", { as: ann, json: toCounsel }));
  await h.call(`GET /api/docs/${doc_id}/files/source.md`, { as: dora });

  h.clock.advance(DAY_MS);
  await made(h.call(`DELETE /api/access/${grant.id}`, { as: ann }));
  await made(h.call(`DELETE ${path}?email=${dora.email}`, { as: boss }));
  await made(h.call(`POST /api/docs/${doc_id}/access`, { as: ann, json: { ...toBob, subject: carl.email } }));
  await h.call(`GET /api/docs/${doc_id}/files/source.md`, { as: carl });
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();

  h.clock.advance(DAY_MS);
  const people = [ann, bob, carl, dora];
  const can = await explain(ann, doc_id, people);
  expect([...can.values()]).toEqual(["own", "none", "view", "none"]);
  const since = async (query: string): Promise<ParsedBody[]> =>
    (await made(h.call(`GET /api/audit?from=2026-03-04&${query}`, { as: boss }))).events;
  for (const { action, meta } of await since(`target_id=${doc_id}&action=access.*`))
    can.set(meta.subject, action === "access.revoke" ? meta.level : (meta.was ?? "none"));
  // The group holds what it held on Tuesday: nothing was done to the folder's list.
  expect(await since("action=access.*&target_type=folder")).toEqual([]);
  for (const { meta } of await since(`action=group.member_remove&target_id=${group.id}`))
    for (const email of meta.emails) can.set(email, "view");
  expect(Object.fromEntries(can)).toEqual({
    [ann.email]: "own",
    [bob.email]: "view",
    [carl.email]: "none",
    [dora.email]: "view",
  });

  const read = await made(
    h.call(`GET /api/activity/events?doc_id=${doc_id}&from=2026-03-03&to=2026-03-03`, { as: ann }),
  );
  const readers = read.events.filter((one: ParsedBody) => one.kind === "download").map((one: ParsedBody) => one.actor);
  expect(readers).toEqual([dora.email]);
});
