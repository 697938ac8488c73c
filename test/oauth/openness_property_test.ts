// Whatever a connection limited to a visibility calls, in whatever order:
// whoever is beyond its limit reads nothing new.
import { expect, test } from "bun:test";
import type { VisibilityLimit } from "../../kernel/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { pickByDepth, SEED } from "../harness/depth.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { send } from "../permission/matrix.ts";
import { letIn, must, openSpace, put, type Space } from "../roots/space.ts";
import { limited } from "./limited.ts";
import { type Known, pick, randomFrom, randomInput } from "./random_input.ts";

const UNLIMITED = 1_000_000;
const quotas = Object.fromEntries(
  Object.entries(manifest.quotas).map(([name, quota]) => [name, { ...quota, limit: UNLIMITED, editions: {} }]),
);
const h = await openHarness({ manifest: { quotas } });
const CALLS = pickByDepth({ small: 120, deep: 300 });
/** Different operations that a walk carries out, or it shows too little. */
const DONE_MIN = Math.min(15, CALLS / 20);
const MS_MAX = 20 * 60_000;

/** What ends the stage instead of changing it. */
const LEFT_OUT = ["account.delete", "member.role", "member.transfer", "logout.all"];

const writes = h.runtime.catalogue.entries.filter(
  (entry) => entry.effect === "write" && !entry.anonymous && !LEFT_OUT.includes(entry.id) && entry.path !== null,
);

interface World {
  space: Space;
  /** Whom nothing is given by name. */
  colleague: Person;
  known: Known;
}

const EVERYBODY = { subject_type: "workspace", level: "view" };

/** Documents in every state and place, folders open and closed, a site, and grants of every kind; none names the colleague. */
async function openWorld(): Promise<World> {
  const space = await openSpace(h);
  const { admin: as, member: friend } = space;
  const colleague = await h.person({ role: "member", workspace_id: space.owner.workspace_id });
  await must(h.call("POST /api/roots", { as, json: { name: "Open", slug: "open" } }));
  await letIn(h, space, { level: "view", root: "open" });
  await letIn(h, space, { level: "view", root: "open", folder: "closed", person: friend });
  await letIn(h, space, { level: "view", person: friend });
  await must(h.call("POST /api/folders", { as, json: { path: "site" } }));
  await must(h.call("PUT /api/folder-meta?path=site", { as, json: { published: true } }));
  const group = (await must(h.call("POST /api/groups", { as, json: { name: "Readers" } }))).body;
  const docs = [];
  for (const place of [
    {},
    { folder: "shared" },
    { folder: "site" },
    { root: "general", folder: "a" },
    { root: "plans", folder: "a" },
    { root: "open", folder: "closed" },
    { root: "open" },
  ]) {
    for (const open of [{}, { visibility: "workspace", listing: "team" }, { visibility: "unlisted" }]) {
      docs.push(await put(h, as, { html: `<p>${docs.length}</p>`, title: `Title ${docs.length}`, ...place, ...open }));
    }
  }
  const secret = { visibility: "password", password: "secret-enough" };
  docs.push(await put(h, as, { html: "<p>secret</p>", ...secret }));
  await must(h.call("POST /api/folders/access?path=shared", { as, json: EVERYBODY }));
  const grants: number[] = [];
  const comments: number[] = [];
  for (const { doc_id } of docs.slice(0, 9)) {
    const subject =
      grants.length % 2
        ? { subject_type: "group", subject: group.slug }
        : { subject_type: "user", subject: friend.email };
    grants.push((await must(h.call(`POST /api/docs/${doc_id}/access`, { as, json: subject }))).body.id);
    comments.push((await must(h.call(`POST /api/docs/${doc_id}/comments`, { as, json: { body: "words" } }))).body.id);
  }
  for (const { doc_id } of docs.slice(-3)) await must(h.call(`DELETE /api/docs/${doc_id}`, { as }));
  const kept = { title: "Over", retention_days: 1, visibility: "unlisted" };
  docs.push(await put(h, as, { html: "<p>over</p>", ...kept }));
  h.clock.set(new Date(h.clock.now().getTime() + 2 * 86_400_000));
  return { space, colleague, known: knownOf(space, { docs, grants, comments, group }) };
}

function knownOf(
  space: Space,
  made: {
    docs: { doc_id: string; slug: string }[];
    grants: number[];
    comments: number[];
    group: { id: number; slug: string };
  },
): Known {
  const ids = made.docs.map((doc) => doc.doc_id);
  const folders = ["shared", "site", "a", "closed", "below", "closed/below", "shared/below", ""];
  const icons = ["lucide:rocket", "lucide:star", "🚀"];
  return {
    doc_id: ids,
    slug: made.docs.map((doc) => doc.slug),
    root: ["~", "general", "plans", "open"],
    folder: folders,
    path: [...folders, "index.html", "x.txt"],
    new_path: folders,
    target: [...ids.map((id) => `doc:${id}`), ...folders.map((one) => `folder:${one}`), "tag:red"],
    icon: icons,
    grant_id: made.grants,
    id: [...made.comments, made.group.id],
    user_id: [space.member.user_id],
    email: [space.member.email],
    subject: [space.member.email, made.group.slug, null],
    publish_group_id: [made.group.id],
    visibility: ["restricted", "workspace", "password", "unlisted"],
    password: ["another-secret"],
    version: [1],
    base_version: [1],
    filename: ["words.html", "words.md", "words.txt"],
    old_string: ["<p>"],
    diff: ["--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+new\n"],
    svg: ['<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'],
    index_doc_id: ids,
    force: [true, false],
    level: ["view", "comment", "edit"],
  };
}

/** All that a member can read, a line for each fact. */
async function readBy(as: Person): Promise<Set<string>> {
  const facts = new Set<string>();
  const get = async (route: string) => {
    const { status, body } = await h.call(`GET ${route}`, { as });
    return status === 200 ? body : null;
  };
  const { sql } = h.runtime.database;
  for (const { doc_id } of await sql<{ doc_id: string }[]>`select doc_id from documents`) {
    const files = (await get(`/api/docs/${doc_id}/manifest`))?.manifest;
    if (!files) continue;
    facts.add(`${doc_id} opens`);
    for (const path of Object.keys(files)) facts.add(`${doc_id} ${path} ${files[path].sha256}`);
    const comments = (await get(`/api/docs/${doc_id}/comments`))?.comments ?? [];
    for (const comment of comments) facts.add(`${doc_id} comment ${comment.body}`);
    for (const row of (await get(`/api/docs/${doc_id}/versions`))?.versions ?? [])
      facts.add(`${doc_id} label ${row.label}`);
  }
  for (const row of (await get("/api/docs?view=all&limit=500")).docs) {
    facts.add(`${row.doc_id} is ${row.title} ${row.tags} ${row.description} ${row.alias} ${row.icon}`);
  }
  for (const root of (await get("/api/roots")).roots) {
    facts.add(`root ${root.slug} ${root.name} ${root.description} ${root.icon}`);
    for (const folder of (await get(`/api/folders?root=${root.slug}`))?.folders ?? []) {
      facts.add(`${root.slug} has ${folder.path} ${folder.description} ${folder.icon}`);
      const at = `root=${root.slug}&folder=${encodeURIComponent(folder.path)}`;
      for (const one of (await get(`/api/shortcuts?${at}`))?.shortcuts ?? [])
        facts.add(`${root.slug} leads ${one.label}`);
    }
  }
  return facts;
}

/** All that the content host shows to who has every link and no account. */
async function readByAnybody(): Promise<Set<string>> {
  const facts = new Set<string>();
  const { sql } = h.runtime.database;
  for (const { slug, doc_id } of await sql<{ slug: string; doc_id: string }[]>`select slug, doc_id from documents`) {
    const { status, bytes } = await h.open(`/d/${slug}/`, { headers: { "sec-fetch-dest": "document" } });
    if (status === 200) facts.add(`${doc_id} shows ${Bun.hash(bytes)}`);
  }
  const sites = await sql<{ place_id: number; publish_visibility: string }[]>`
    select place_id, publish_visibility from folder_settings where published`;
  for (const site of sites) if (site.publish_visibility === "public") facts.add(`site ${site.place_id}`);
  return facts;
}

async function walk(max: VisibilityLimit, read: (world: World) => Promise<Set<string>>): Promise<void> {
  const random = randomFrom(SEED);
  const world = await openWorld();
  const as = await limited(h, world.space.owner, { max_visibility: max });
  const by = await limited(h, world.space.admin, { max_visibility: max });
  let before = await read(world);
  const done: string[] = [];
  // A walk of refusals alone would show nothing: where chance brings many, it goes on.
  const isShort = () => new Set(done).size <= DONE_MIN;
  for (let call = 0; call < CALLS || (isShort() && call < 10 * CALLS); call++) {
    const entry = pick(random, writes);
    const made = randomInput(entry, world.known, random);
    const { status, body } = await send(h, { entry, as: random() < 0.8 ? by : as, made });
    const said = `${entry.id} ${JSON.stringify(made)}`;
    if (status >= 500 && !entry.refuses.includes(status))
      throw new Error(`SEED=${SEED}: ${said} answered ${status} ${JSON.stringify(body)}`);
    if (status >= 300) continue;
    done.push(entry.id);
    const after = await read(world);
    const news = [...after].filter((fact) => !before.has(fact));
    expect({ seed: SEED, said, news }).toEqual({ seed: SEED, said, news: [] });
    before = after;
  }
  expect(new Set(done).size).toBeGreaterThan(DONE_MIN);
}

test(
  "a colleague to whom nothing is given by name reads nothing new",
  () => walk("restricted", ({ colleague }) => readBy(colleague)),
  MS_MAX,
);

test("whoever has every link and no account reads nothing new", () => walk("workspace", readByAnybody), MS_MAX);
