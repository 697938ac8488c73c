// What tells one reader's tree from another's in few bytes: equal for equal trees, another one for every difference.
import { expect, test } from "bun:test";
import { readerOf, readNavigation, readNavigationFingerprint } from "../../plugins/navigations/port.ts";
import { openSiteServer } from "../sites/site_server.ts";

const server = await openSiteServer();
const { anna, otto, put, navigate, call, person } = server;
const { database, identifier } = server.runtime;
const mira = await person({ role: "member", workspace_id: anna.workspace_id });
const vera = await person({ role: "member", workspace_id: anna.workspace_id });
const group = await must("POST /api/groups", { name: "Readers" });
const open = await put("Book", "# Open");
const closed = await put("Book", "# Closed", { visibility: "restricted" });
const tagged = await put("Book", "# Tagged", { visibility: "restricted", tags: ["news"] });
const navigation = await navigate([
  { target: `doc:${open.doc_id}` },
  { target: `doc:${closed.doc_id}`, children: [{ target: "tag:news", label: "News" }] },
  { kind: "group", label: "For readers", visibility: "group", group: group.slug },
]);

async function must(route: string, json: object) {
  const { status, body } = await call(route, { as: anna, json });
  if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** As each person has it now: the tree without its fingerprint, and that as read with it and alone. */
async function look() {
  const seen = new Map<string, { tree: string; fingerprint: string }>();
  for (const [name, { user_id }] of Object.entries({ anna, otto, mira, vera })) {
    const actor = await identifier.identifyId(user_id);
    const reader = readerOf(anna.workspace_id, actor);
    const read = { navigation_id: Number(navigation.id), reader, now: server.clock.now() };
    const { fingerprint, ...tree } = await readNavigation(database.sql, read);
    expect([name, await readNavigationFingerprint(database.sql, read)]).toEqual([name, fingerprint]);
    seen.set(name, { tree: JSON.stringify(tree), fingerprint });
  }
  for (const [one, { tree, fingerprint }] of seen)
    for (const [other, at] of seen)
      expect([one, other, at.fingerprint === fingerprint]).toEqual([one, other, at.tree === tree]);
  return seen;
}

const differ = async (...names: string[]) => {
  const seen = await look();
  return new Set(names.map((name) => seen.get(name)?.fingerprint)).size;
};

test("readers of equal trees have one fingerprint, and each difference makes another", async () => {
  expect(await differ("otto", "mira", "vera")).toBe(1);
  expect(await differ("anna", "otto")).toBe(2);
  const share = (doc_id: string, { email }: { email: string }) =>
    must(`POST /api/docs/${doc_id}/access`, { subject_type: "user", subject: email, level: "view" });
  await share(closed.doc_id, mira);
  expect(await differ("otto", "mira", "vera")).toBe(2);
  await share(closed.doc_id, vera);
  expect(await differ("mira", "vera")).toBe(1);
  await share(tagged.doc_id, vera);
  expect(await differ("otto", "mira", "vera")).toBe(3);
  await share(tagged.doc_id, mira);
  expect(await differ("mira", "vera")).toBe(1);
  await must(`POST /api/groups/${group.id}/members`, { email: mira.email });
  expect(await differ("mira", "vera")).toBe(2);
});

test("whoever sees a folder of their own has a fingerprint of their own", async () => {
  const { version } = (await call(`GET /api/navigations/${navigation.id}`, { as: anna })).body;
  await must(`POST /api/groups/${group.id}/members`, { email: vera.email });
  await must(`POST /api/groups/${group.id}/members`, { email: anna.email });
  expect(await differ("mira", "vera", "anna")).toBe(1);
  await must("POST /api/docs", { markdown: "# Own" });
  const entries = [{ target: "folder:~:", label: "Mine" }];
  const put = await call(`PUT /api/navigations/${navigation.id}`, { as: anna, json: { version, entries } });
  expect(put.status).toBe(200);
  expect(await differ("mira", "vera", "otto")).toBe(1);
  expect(await differ("mira", "anna")).toBe(2);
});
