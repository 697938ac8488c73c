// The cast of the permission matrix:
// one workspace with somebody for each column of the table, and a document for them to try.
import type { JsonObject } from "../../kernel/plugin.ts";
import type { Answer, Harness, ParsedBody, Person } from "../harness/harness.ts";

export const CALLERS = [
  "stranger",
  "other workspace",
  "member",
  "viewer",
  "commenter",
  "editor",
  "owner",
  "root manager",
  "admin",
  "workspace owner",
] as const;
export type Caller = (typeof CALLERS)[number];

/** Where the document of a table lies. */
export type Where = "My documents" | "a shared root";

export interface Stage {
  h: Harness;
  where: Where;
  /** Nobody for the stranger, who sends no credential. */
  people: Record<Exclude<Caller, "stranger">, Person>;
  /** A member whom nothing was given, to act upon. */
  spare: Person;
  root: { id: number; slug: string };
  group: { id: number; slug: string };
  doc: ParsedBody;
}

const FOLDER = "plans";
/** In the order of their numbers. */
const LEVELS = ["view", "comment", "edit"];

/** What a document is made of: the fields of a JSON body, or a text file in a form. */
export type Content = { route: string; json: JsonObject } | { route: string };

const PAGE: Content = { route: "POST /api/docs", json: { html: "<h1>Plan</h1>\n<p>one</p>\n" } };

/** Makes a workspace with everybody in it, a group, and a shared root with an access list; or takes one with its owner and somebody of theirs. */
export async function openStage(h: Harness, where: Where, given?: { boss: Person; owner: Person }): Promise<Stage> {
  const boss = given?.boss ?? (await h.person({ role: "owner" }));
  const join = (role: "admin" | "member") => h.person({ role, workspace_id: boss.workspace_id });
  const people = {
    "other workspace": await h.person({ role: "owner" }),
    member: await join("member"),
    viewer: await join("member"),
    commenter: await join("member"),
    editor: await join("member"),
    owner: given?.owner ?? (await join("member")),
    "root manager": await join("admin"),
    admin: await join("admin"),
    "workspace owner": boss,
  };
  const manager = people["root manager"];
  const root = await made(h.call("POST /api/roots", { as: manager, json: { name: "Plans" } }));
  // Whoever created the root manages it, whatever their role is.
  await made(h.call(`PATCH /api/members/${manager.user_id}`, { as: boss, json: { role: "member" } }));
  const group = await made(h.call("POST /api/groups", { as: boss, json: { name: "Readers" } }));
  for (const [person, level] of levelsGiven(people)) {
    const json = { subject_type: "user", subject: person.email, level };
    await made(h.call(`POST /api/roots/${root.slug}/access`, { as: boss, json }));
  }
  const stage: Stage = { h, where, people, spare: await join("member"), root, group, doc: null };
  return withDocument(stage);
}

/** The same people with another document: its owner wrote it, and viewer, commenter and editor were given their levels. */
export async function withDocument(stage: Stage, content: Content = PAGE): Promise<Stage> {
  const { h, where, people, root } = stage;
  const place = { folder: FOLDER, ...(where === "a shared root" ? { root: root.slug } : {}) };
  const sent = "json" in content ? { json: { ...content.json, ...place } } : { form: fileOf("file", place) };
  const answer = await made(h.call(content.route, { as: people.owner, ...sent }));
  // A database is answered with its document inside.
  const doc = answer.doc ?? answer;
  if (where === "My documents") {
    const given = levelsGiven(people).slice(0, 3);
    // As three requests would write it: hundreds of cells begin here.
    await h.runtime.database.sql`
      insert into grants (workspace_id, document_id, subject_type, subject_id, level, created_by, created_at)
      select d.workspace_id, d.document_id, 'user', g.user_id, g.level, ${people.owner.user_id}, ${h.clock.now()}
      from documents d, unnest(${given.map(([person]) => person.user_id)}::bigint[],
        ${given.map(([, level]) => LEVELS.indexOf(level) + 1)}::smallint[]) as g(user_id, level)
      where d.doc_id = ${doc.doc_id}`;
  }
  return { ...stage, doc };
}

/** The last writes in the root and has no grant on the document. */
function levelsGiven(people: Stage["people"]): [Person, "view" | "comment" | "edit"][] {
  return [
    [people.viewer, "view"],
    [people.commenter, "comment"],
    [people.editor, "edit"],
    [people.owner, "edit"],
  ];
}

/** The body of an answer that has to be a success. */
export async function made(answer: Promise<Answer>): Promise<Answer["body"]> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`the matrix could not be set up: ${status} ${JSON.stringify(body)}`);
  return body;
}

export function fieldsOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** A form with a small text file and further fields. */
export function fileOf(name: string, fields: Record<string, string>): FormData {
  const form = fieldsOf(fields);
  form.append(name, new Blob(["text"]), "note.txt");
  return form;
}
