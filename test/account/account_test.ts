// Taking everything along and leaving: the export, the refusals, what ends at once and what after the days of grace.
import { expect, test } from "bun:test";
import { lockWorkspaces, setRole } from "../../kernel/plugin.ts";
import { unpackedFolders, unzip } from "../bundles/unzipped.ts";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { until } from "../harness/until.ts";
import { must } from "../roots/space.ts";

const h = await openHarness();
const DAY_MS = 86_400_000;

test("the export holds every live document of one's own with its files, and an index", async () => {
  const { as, doc } = await publish(h, { markdown: "# Plan\n", folder: "a" });
  await publish(h, { html: "same", title: "Plan" }, { as });
  const gone = (await publish(h, { html: "gone", title: "Gone" }, { as })).doc;
  await must(h.call(`DELETE /api/docs/${gone.doc_id}`, { as }));
  await publish(h, { html: "team's", title: "Team", root: "general" }, { as });
  const answer = await must(h.call("GET /api/export", { as }));
  expect(answer.headers.get("content-disposition")).toMatch(/-export\.zip"$/);
  const files = await unzip(answer.bytes);
  expect(Object.keys(files)).toEqual([
    "a/Plan/meta.json",
    "a/Plan/index.html",
    "a/Plan/source.md",
    "Plan/meta.json",
    "Plan/index.html",
    "index.json",
  ]);
  expect(files["Plan/index.html"]).toBe("same");
  const index = JSON.parse(files["index.json"] ?? "");
  expect(index.docs[0]).toEqual({ path: "a/Plan", doc_id: doc.doc_id, title: "Plan", version: 1 });
  expect(JSON.parse(files["a/Plan/meta.json"] ?? "")).toMatchObject({ folder: "a", kind: "markdown" });
});

test("the export keeps folders, also those in which nothing lies, and gives none of their names to a document", async () => {
  const { as } = await publish(h, { html: "top", title: "Plans" });
  await publish(h, { html: "deep", title: "Deep", folder: "Plans/2026" }, { as });
  for (const path of ["Plans/empty/inner", "Plans/2026", "con"]) {
    await must(h.call("POST /api/folders", { as, json: { path } }));
  }
  const gone = (await publish(h, { html: "gone", title: "Gone", folder: "trash only" }, { as })).doc;
  await must(h.call(`DELETE /api/docs/${gone.doc_id}`, { as }));
  const { bytes } = await must(h.call("GET /api/export", { as }));
  const files = await unzip(bytes);
  expect(Object.keys(files)).toEqual([
    "_con/",
    "Plans/2026/",
    "Plans/empty/inner/",
    "Plans (2)/meta.json",
    "Plans (2)/index.html",
    "Plans/2026/Deep/meta.json",
    "Plans/2026/Deep/index.html",
    "index.json",
  ]);
  expect(JSON.parse(files["index.json"] ?? "").folders).toEqual([
    { path: "_con", folder: "con" },
    { path: "Plans/2026", folder: "Plans/2026" },
    { path: "Plans/empty/inner", folder: "Plans/empty/inner" },
  ]);
  expect(await unpackedFolders(bytes)).toEqual([
    ...["Plans", "Plans (2)", "Plans/2026", "Plans/2026/Deep", "Plans/empty", "Plans/empty/inner", "_con"],
  ]);
});

test("an export without documents is a zip with an empty index", async () => {
  const files = await unzip((await must(h.call("GET /api/export", { as: await h.person() }))).bytes);
  expect(JSON.parse(files["index.json"] ?? "").docs).toEqual([]);
});

test("deletion refuses another address with 400, and an owner of others' workspace with 409", async () => {
  const as = await h.person();
  for (const confirm of ["somebody@example.org", as.email.toUpperCase(), ""]) {
    await scenario(h, {
      act: () => ({ call: "DELETE /api/account", as, json: { confirm } }),
      expect: { status: 400, error: /confirm does not match/ },
    });
  }
  await h.person({ role: "member", workspace_id: as.workspace_id });
  await scenario(h, {
    act: () => ({ call: "DELETE /api/account", as, json: { confirm: as.email } }),
    expect: { status: 409, error: /1 other active member/ },
  });
  expect((await h.call("GET /api/me", { as })).status).toBe(200);
});

test("deletion ends sessions, tokens and links at once, and frees the address after 7 days", async () => {
  const owner = await h.person();
  const as = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const { doc } = await publish(h, { html: "mine", visibility: "unlisted" }, { as });
  const shared = (await publish(h, { html: "team's", root: "general", visibility: "unlisted" }, { as })).doc;
  const path = (url: string) => new URL(url).pathname;
  expect((await h.open(path(doc.url))).status).toBe(200);
  const answer = await scenario(h, {
    act: () => ({ call: "DELETE /api/account", as, with_cookie: true, json: { confirm: as.email } }),
    expect: {
      status: 200,
      body: {
        deleted: true,
        email: as.email,
        grace_days: 7,
        purge_at: new Date(h.clock.now().getTime() + 7 * DAY_MS).toISOString(),
      },
      audit: [{ action: "account.delete" }],
    },
  });
  expect(answer.headers.get("set-cookie")).toMatch(/^__Host-docsvc_session=; .*Max-Age=0/);
  expect((await h.call("GET /api/me", { as })).status).toBe(401);
  expect((await h.call("GET /api/me", { as, with_cookie: true })).status).toBe(401);
  expect((await h.open(path(doc.url))).status).toBe(404);
  expect((await h.open(path(shared.url))).status).toBe(200);
  h.clock.advance(7 * DAY_MS - 1000);
  await h.runtime.jobs.runDue();
  expect((await h.audit()).filter((row) => row.action === "account.purge")).toEqual([]);
  h.clock.advance(3_600_000);
  await h.runtime.jobs.runDue();
  expect((await h.audit()).filter((row) => row.action === "account.purge")).toMatchObject([
    { actor: "system", target_id: String(as.user_id) },
  ]);
  const left = await h.runtime.database.sql`select 1 from users where user_id = ${as.user_id}`;
  expect(left.length).toBe(0);
  const docs = await h.runtime.database.sql`select 1 from documents where doc_id = ${doc.doc_id}`;
  expect(docs.length).toBe(0);
});

test("whoever becomes the owner while their deletion waits is refused with 409, so that others keep one", async () => {
  const owner = await h.person();
  const heir = await h.person({ role: "member", workspace_id: owner.workspace_id });
  const { sql } = h.runtime.database;
  const isWaited = async () =>
    (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).count > 0;
  const deletion = await h.runtime.database.withTransaction(async (within) => {
    await lockWorkspaces(within, [owner.workspace_id]);
    const asked = h.call("DELETE /api/account", { as: heir, json: { confirm: heir.email } });
    await until(isWaited);
    await setRole(within, heir.user_id, "owner");
    await setRole(within, owner.user_id, "admin");
    return [asked];
  });
  const [answer] = await Promise.all(deletion);
  expect([answer?.status, answer?.body.error]).toEqual([409, expect.stringContaining("1 other active member")]);
  expect((await h.call("GET /api/me", { as: heir })).status).toBe(200);
});

test("whoever was alone takes the roots' documents along", async () => {
  const as = await h.person();
  const { doc } = await publish(h, { html: "general", root: "general", visibility: "unlisted" }, { as });
  await must(h.call("DELETE /api/account", { as, json: { confirm: as.email } }));
  expect((await h.open(new URL(doc.url).pathname)).status).toBe(404);
});

test("whoever was alone takes open invites along, so that nobody joins a workspace without an owner", async () => {
  const as = await h.person();
  const invited = await must(h.call("POST /api/invites", { as, json: { email: "friend@example.org", role: "admin" } }));
  const friend = await h.person({ email: "friend@example.org" });
  await scenario(h, {
    act: () => ({ call: "DELETE /api/account", as, json: { confirm: as.email } }),
    expect: { status: 200, audit: [{ action: "invite.revoke" }, { action: "account.delete" }] },
  });
  const { pathname } = new URL(invited.body.url);
  const followed = await h.call(`GET ${pathname}`, { as: friend, with_cookie: true, headers: { accept: "text/html" } });
  expect(followed.headers.get("location")).toBe("/app?invite=revoked");
  const { members } = (await h.call("GET /api/members", { as: friend })).body;
  expect(members.map((one: { email: string }) => one.email)).toEqual(["friend@example.org"]);
});

test("asked for six times at once it happens once, and the others are nobody's any more", async () => {
  const as = await h.person();
  const asked = Array.from({ length: 6 }, () => h.call("DELETE /api/account", { as, json: { confirm: as.email } }));
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
});
