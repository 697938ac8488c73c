// A workspace with the people that sharing is about, each standing for one kind of caller.
import { addToGroup, createGroup } from "../../kernel/ports/auth.ts";
import { type Published, publish } from "../documents/published.ts";
import type { Answer, Harness, Person } from "../harness/harness.ts";

export interface Team {
  /** Owns the workspace, and the documents unless told otherwise. */
  owner: Person;
  admin: Person;
  /** Writes the documents that these tests share. */
  anna: Person;
  /** Somebody in the workspace without any access. */
  otto: Person;
  /** Somebody of another workspace. */
  eve: Person;
}

export async function team(
  h: Harness,
  plan: "free" | "team" | "business" | "enterprise" = "enterprise",
): Promise<Team> {
  const owner = await h.person({ plan });
  const inside = (role: "admin" | "member") => h.person({ role, workspace_id: owner.workspace_id });
  return {
    owner,
    admin: await inside("admin"),
    anna: await inside("member"),
    otto: await inside("member"),
    eve: await h.person(),
  };
}

export type Shared = Team & Published;

/** A team with a document of Anna's. */
export async function withDocument(
  h: Harness,
  json: Record<string, unknown> = {},
  plan: "free" | "team" | "business" | "enterprise" = "enterprise",
): Promise<Shared> {
  const people = await team(h, plan);
  return { ...people, ...(await publish(h, { html: "<h1>Plan</h1>", ...json }, { as: people.anna })) };
}

/** A group of a workspace with these people in it. */
export async function group(h: Harness, slug: string, people: readonly Person[]): Promise<number> {
  const [first] = people;
  const workspace_id = first?.workspace_id ?? 0;
  const { sql } = h.runtime.database;
  const now = h.clock.now();
  const id = await createGroup(sql, { workspace_id, slug, name: slug, description: "", source: "native", now });
  if (id === null) throw new Error(`there is a group ${slug} already`);
  const user_ids = people.map((person) => person.user_id);
  await addToGroup(sql, { group: { group_id: id, workspace_id }, user_ids, now });
  await h.runtime.database.bus.catchUp();
  return id;
}

/** Shares a document with a person, and fails unless that worked. */
export async function share(
  h: Harness,
  { as, at }: Pick<Published, "as" | "at">,
  json: Record<string, unknown>,
): Promise<Answer> {
  const answer = await h.call(`POST ${at}/access`, { as, json });
  if (answer.status !== 201) throw new Error(`not shared: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

export function withPerson(person: Person, level = "view") {
  return { subject_type: "user", subject: person.email, level };
}
