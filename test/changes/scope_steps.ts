// Random deeds in one workspace that change who may open what:
// plain numbers that fast-check can shrink, read as requests of whoever may.
import fc from "fast-check";
import type { Answer, Harness, ParsedBody, Person } from "../harness/harness.ts";
import { must } from "../roots/space.ts";

export interface Step {
  deed: Deed;
  by: number;
  picks: number[];
}

/** The workspace in which it happens: what was made in it so far, by its names on the wire. */
export interface World {
  h: Harness;
  people: Person[];
  owner: Person;
  docs: { doc_id: string; author: Person }[];
  roots: { id: number; slug: string }[];
  groups: { id: number; slug: string }[];
  made: number;
}

/** How often each is chosen. */
const WEIGHTS = {
  ...{ publish: 5, move: 14, show: 8, rename: 3, edit: 3, remove: 3, bring_back: 3, purge: 1 },
  ...{ share: 7, share_folder: 6, share_place: 10, revoke: 12, close_folder: 4, inherit: 3, expire: 8 },
  ...{ move_folder: 8, remove_folder: 1, make_root: 1, remove_root: 1 },
  ...{ join: 5, leave: 5, remove_group: 1, set_role: 4 },
};
type Deed = keyof typeof WEIGHTS;

const FOLDERS = ["", "a", "a/b", "a/b/c", "d", "e"];
const VISIBILITIES = ["restricted", "restricted", "workspace", "workspace", "unlisted"];
const DOCUMENTS_MAX = 14;

export function stepsOf(count: number): fc.Arbitrary<Step[]> {
  const deed = fc.oneof(
    ...Object.entries(WEIGHTS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Deed) })),
  );
  const step = fc.record({ deed, by: fc.nat(60), picks: fc.array(fc.nat(600), { minLength: 6, maxLength: 6 }) });
  return fc.array(step, { minLength: count, maxLength: count, size: "max" });
}

/** Two who follow and those who manage, a group and a root that it may edit, and documents of theirs in several places. */
export async function openWorld(h: Harness): Promise<World> {
  const owner = await h.person({ plan: "enterprise" });
  const { workspace_id } = owner;
  const admin = await h.person({ role: "admin", workspace_id });
  const ann = await h.person({ role: "member", workspace_id });
  const ben = await h.person({ role: "member", workspace_id });
  const group = (await must(h.call("POST /api/groups", { as: owner, json: { name: "Design" } }))).body;
  const other = (await must(h.call("POST /api/groups", { as: owner, json: { name: "Sales" } }))).body;
  const root = (await must(h.call("POST /api/roots", { as: admin, json: { name: "Plans" } }))).body;
  await must(h.call(`POST /api/groups/${group.id}/members`, { as: owner, json: { email: ann.email } }));
  const given = { subject_type: "group", subject: group.slug, level: "edit" };
  await must(h.call(`POST /api/roots/${root.slug}/access`, { as: owner, json: given }));
  const { roots } = (await must(h.call("GET /api/roots", { as: owner }))).body;
  const world: World = { h, people: [ann, ben, owner, admin], owner, docs: [], roots, groups: [group, other], made: 0 };
  for (const [author, root, folder] of [
    [ann, "~", "a"],
    [ann, "~", "a/b"],
    [ben, "~", "a"],
    [ben, "~", "d"],
    [owner, "plans", "a"],
    [owner, "plans", "a/b"],
    [ann, "plans", "d"],
    [ben, "general", "a/b"],
    [owner, "general", "a"],
  ] as const) {
    const html = "<p>text</p>";
    const { body } = await must(
      h.call("POST /api/docs", { as: author, json: { html, title: `Document ${world.made++}`, root, folder } }),
    );
    world.docs.push({ doc_id: body.doc_id, author });
  }
  return world;
}

/** Asks for what the step means in this world, and answers it as a line to read. What is refused changes nothing. */
export async function carryOut(world: World, step: Step): Promise<string> {
  const asked: string[] = [];
  const ask = async (as: Person, route: string, json?: ParsedBody): Promise<Answer> => {
    const answer = await world.h.call(route, { as, ...(json === undefined ? {} : { json }) });
    asked.push(`${as.email} ${route} ${json === undefined ? "" : JSON.stringify(json)} ${answer.status}`);
    // Whether a deed is allowed is for other tests; here it happens or it does not.
    if (answer.status >= 500) throw new Error(`${route}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const anybody = pick(world.people, step.by) ?? world.owner;
  // Who wrote a document may do most with it.
  const by =
    step.by % 3 > 0 && ON_DOCUMENTS.has(step.deed)
      ? (pick(world.docs, step.picks[0] ?? 0)?.author ?? anybody)
      : anybody;
  const own = (route: string, json?: ParsedBody) => ask(by, route, json);
  const manage = (route: string, json?: ParsedBody) => ask(world.owner, route, json);
  await (changeDocument(world, step, { own, by }) ??
    changeAccess(world, step, { own, manage }) ??
    changePeople(world, step, manage));
  return asked.join("\n  ");
}

const ON_DOCUMENTS: ReadonlySet<Deed> = new Set([
  "move",
  "show",
  "rename",
  "edit",
  "remove",
  "bring_back",
  "purge",
  "share",
]);

type Ask = (route: string, json?: ParsedBody) => Promise<Answer>;

/** Null for a deed of another kind. */
function changeDocument(
  world: World,
  { deed, picks }: Step,
  { own: ask, by }: { own: Ask; by: Person },
): Promise<unknown> | null {
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = picks;
  const at = `/api/docs/${pick(world.docs, one)?.doc_id}`;
  const root = pick(world.roots, two)?.slug;
  const folder = pick(FOLDERS, three) ?? "";
  switch (deed) {
    case "publish":
      return publish(
        world,
        { ask, by },
        {
          ...{ folder, root: one % 2 === 0 ? "~" : root },
          ...{ visibility: pick(VISIBILITIES, four), listing: five % 3 === 0 ? "private" : "team" },
        },
      );
    case "move":
      return ask(`PATCH ${at}`, { folder, root: one % 3 === 0 ? "~" : root });
    case "show":
      return ask(`PATCH ${at}`, { visibility: pick(VISIBILITIES, two), listing: three % 3 === 0 ? "private" : "team" });
    case "rename":
      return ask(`PATCH ${at}`, { title: `Title ${world.made++}` });
    case "edit":
      return ask(`PUT ${at}/files/index.html`, { content: `<p>${world.made++}</p>` });
    case "remove":
      return ask(`DELETE ${at}`);
    case "bring_back":
      return ask(`POST ${at}/undelete`, two % 4 === 0 ? { root } : {});
    case "purge":
      return ask(`DELETE ${at}?purge=true`);
    case "share":
      return ask(`POST ${at}/access`, { ...subjectFor(world, two), level: four % 2 === 0 ? "view" : "edit" });
    default:
      return null;
  }
}

/** Of folders and roots. */
function changeAccess(
  world: World,
  { deed, picks }: Step,
  { own, manage }: { own: Ask; manage: Ask },
): Promise<unknown> | null {
  const [one = 0, two = 0, three = 0, four = 0] = picks;
  const root = pick(world.roots, two);
  const folder = pick(FOLDERS, three) ?? "";
  const level = four % 2 === 0 ? "view" : "edit";
  switch (deed) {
    case "share_folder":
      return own(`POST /api/folders/access?path=${folder}`, { ...subjectFor(world, two), level });
    case "share_place":
      return manage(`POST /api/roots/${root?.slug}/access`, { ...subjectFor(world, four), level, folder });
    case "revoke":
      return revoke(world, one, manage);
    case "expire":
      return expire(world, one);
    case "close_folder":
      return closeFolder({ root: root?.slug, folder: folder || "a" }, manage);
    case "inherit":
      return manage(`POST /api/roots/${root?.slug}/access/inherit`, { folder });
    case "move_folder": {
      const to = pick(["a", "d", "a/b", "f", "f/a", "e/b"], two);
      const where = four % 2 === 0 ? {} : { root: root?.slug };
      return own("PATCH /api/folders", { path: folder || "a", new_path: to, ...where });
    }
    case "remove_folder":
      return own(`DELETE /api/folders?path=${folder || "a"}${four % 2 === 0 ? "" : `&root=${root?.slug}`}`);
    case "make_root":
      return manage("POST /api/roots", { name: `Root ${world.made++}` }).then(({ status, body }) => {
        if (status < 300) world.roots.push(body);
      });
    case "remove_root":
      return manage(`DELETE /api/roots/${root?.slug}?force=true`).then(({ status }) => {
        if (status < 300) world.roots = world.roots.filter((other) => other !== root);
      });
    default:
      return null;
  }
}

async function changePeople(world: World, { deed, picks }: Step, manage: Ask): Promise<void> {
  const [one = 0, two = 0, three = 0] = picks;
  const group = pick(world.groups, one);
  const person = pick(world.people, two) ?? world.owner;
  if (deed === "join") await manage(`POST /api/groups/${group?.id}/members`, { email: person.email });
  if (deed === "leave") await manage(`DELETE /api/groups/${group?.id}/members?email=${person.email}`);
  if (deed === "set_role" && person !== world.owner) {
    await manage(`PATCH /api/members/${person.user_id}`, { role: pick(["member", "member", "admin"], three) });
  }
  if (deed === "remove_group") {
    await manage(`DELETE /api/groups/${group?.id}`);
    const { body } = await manage("POST /api/groups", { name: `Group ${world.made++}` });
    world.groups = [...world.groups.filter((other) => other !== group), body];
  }
}

/** Takes one of all grants away, but for the one that makes General what it is. */
async function revoke(world: World, number: number, manage: Ask): Promise<void> {
  const grant = pick(await listGrants(world), number);
  if (grant) await manage(`DELETE /api/access/${grant.grant_id}`);
}

/** The time of one of them is over, and noted. */
async function expire(world: World, number: number): Promise<void> {
  const grant = pick(
    (await listGrants(world)).filter((one) => !one.ended),
    number,
  );
  if (!grant) return;
  await world.h.runtime.database.sql`
    update grants set expires_at = ${world.h.clock.now()}, ended = true where grant_id = ${grant.grant_id}`;
}

function listGrants({ h, owner }: World): Promise<{ grant_id: number; ended: boolean }[]> {
  return h.runtime.database.sql<{ grant_id: number; ended: boolean }[]>`
    select g.grant_id, g.ended from grants g left join places p using (place_id) left join roots r using (root_id)
    where g.workspace_id = ${owner.workspace_id} and (p.path is distinct from '' or not coalesce(r.is_general, false))
    order by grant_id`;
}

/** Leaves a folder with a list of its own that names nobody. */
async function closeFolder({ root, folder }: { root: string | undefined; folder: string }, manage: Ask): Promise<void> {
  const { body } = await manage(`POST /api/roots/${root}/access`, { subject_type: "workspace", level: "view", folder });
  for (const grant of body.grants ?? []) await manage(`DELETE /api/access/${grant.id}`);
}

async function publish(
  world: World,
  { ask, by }: { ask: Ask; by: Person },
  options: Record<string, unknown>,
): Promise<void> {
  if (world.docs.length >= DOCUMENTS_MAX) return;
  const page = { html: "<p>text</p>", title: `Document ${world.made++}`, ...options };
  const { status, body } = await ask("POST /api/docs", page);
  if (status < 300) world.docs.push({ doc_id: body.doc_id, author: by });
}

function subjectFor(world: World, number: number): Record<string, unknown> {
  if (number % 5 === 0) return { subject_type: "workspace" };
  if (number % 5 < 3) return { subject_type: "group", subject: pick(world.groups, number)?.slug };
  return { subject_type: "user", subject: pick(world.people, number)?.email };
}

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}
