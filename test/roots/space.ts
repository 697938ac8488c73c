// A workspace with people in every role and a shared root, for the tests of roots to act in.
import type { Plan, Sql } from "../../kernel/plugin.ts";
import { insertRoot } from "../../plugins/places/port.ts";
import type { Answer, Harness, ParsedBody, Person } from "../harness/harness.ts";

/** The people of one workspace; `creator` is a member who manages the root because they made it. */
export interface Space {
  owner: Person;
  admin: Person;
  creator: Person;
  member: Person;
  /** Of another workspace. */
  stranger: Person;
  /** The root's slug and its address in the API. */
  slug: string;
  root_id: number;
  at: string;
}

/** Makes the workspace on `plan`, with a root that only its managers may open so far. */
export async function openSpace(h: Harness, { plan = "enterprise" }: { plan?: Plan } = {}): Promise<Space> {
  const owner = await h.person({ plan });
  const { workspace_id } = owner;
  const admin = await h.person({ role: "admin", workspace_id });
  const creator = await h.person({ role: "member", workspace_id });
  const member = await h.person({ role: "member", workspace_id });
  // As it was left by a member who was an admin then, and by a workspace that was on another plan.
  const root_id = await h.runtime.database.withTransaction((sql) => makeRoot(sql, { creator, now: h.clock.now() }));
  return { owner, admin, creator, member, stranger: await h.person(), slug: "plans", root_id, at: "/api/roots/plans" };
}

async function makeRoot(sql: Sql, { creator, now }: { creator: Person; now: Date }): Promise<number> {
  const { user_id, workspace_id, email } = creator;
  const workspace = { id: workspace_id, slug: "", name: "", plan: "team" as const };
  const actor = {
    user_id,
    email,
    name: null,
    role: "admin" as const,
    epoch: 0,
    workspace,
    group_ids: [],
    credential: "session" as const,
    token: null,
    clock: { now: () => now },
  };
  const root = { slug: "plans", name: "Plans", description: null, icon: null };
  const made = await insertRoot(sql, { actor, root, now, roots_max: 200 });
  if (!made) throw new Error("the workspace has such a root already");
  return made.root_id;
}

/** Gives the workspace, or one person, a level in the space's root. */
export async function letIn(
  h: Harness,
  space: Space,
  options: { level: string; folder?: string; person?: Person; root?: string },
): Promise<Answer> {
  const { level, folder = "", person, root = space.slug } = options;
  const subject = person ? { subject_type: "user", subject: person.email } : { subject_type: "workspace" };
  return must(h.call(`POST /api/roots/${root}/access`, { as: space.owner, json: { ...subject, level, folder } }));
}

/** Publishes a page as `as`. Answers the document. */
export async function put(h: Harness, as: Person, where: Record<string, unknown>): Promise<ParsedBody> {
  return (await must(h.call("POST /api/docs", { as, json: { html: "<p>text</p>", ...where } }))).body;
}

export async function must(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}
