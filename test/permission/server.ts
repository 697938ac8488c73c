// The server's side of a history:
// carries the model's changes out through the API and keeps which id stands for which name.
import { createPerson, createWorkspace } from "../../kernel/plugin.ts";
import type { Harness } from "../harness/harness.ts";
import type { Change, Target } from "./changes.ts";
import type { Door, Said } from "./door.ts";
import { listGrants } from "./judge_grants.ts";
import { type Person, personIn, type Ref, type Role, type Subject, type World } from "./world.ts";

/** What each name of the model is to the server. */
export interface Server {
  door: Door;
  people: Map<Ref, { user_id: number; email: string }>;
  docs: Map<Ref, string>;
  roots: Map<Ref, { id: number; slug: string }>;
  groups: Map<Ref, { id: number; slug: string }>;
  grants: Map<Ref, number>;
  /** For what comes by itself. */
  h: Harness;
}

let made = 0;

/** A workspace with people in it, in the database and in the model. Answers the people by name. */
export async function openWorkspace(
  h: Harness,
  of: { world: World; server: Server; workspace: Ref; roles: Record<string, Role>; domain?: string },
): Promise<Record<string, Ref>> {
  const { world, server, workspace, roles, domain = "example.org" } = of;
  const now = h.clock.now();
  const number = ++made;
  const refs: Record<string, Ref> = {};
  await h.runtime.database.withTransaction(async (sql) => {
    const slug = `history-${number}`;
    const { id } = await createWorkspace(sql, { slug, name: slug, plan: "enterprise", now });
    for (const [name, role] of Object.entries(roles)) {
      const email = `${name}${number}@${domain}`;
      const user_id = await createPerson(sql, { email, name, workspace_id: id, role, now });
      const ref = `${name}`;
      world.people.set(ref, { ref, name, workspace, role });
      server.people.set(ref, { user_id, email });
      refs[name] = ref;
    }
  });
  const [anyone] = Object.values(refs);
  if (anyone !== undefined) await learnGeneral(world, server, personIn(world, anyone));
  return refs;
}

/** Finds out which root is the General of a person's workspace. */
export async function learnGeneral(world: World, server: Server, person: Person): Promise<void> {
  const general = [...world.roots.values()].find((root) => root.workspace === person.workspace && root.is_general);
  if (!general || server.roots.has(general.ref)) return;
  const { value } = await server.door.ask(userIdOf(server, person.ref), "GET /api/roots");
  const row = value.roots.find((root: { is_general: boolean }) => root.is_general);
  server.roots.set(general.ref, { id: row.id, slug: row.slug });
}

/** Asks the server for a change, under the name that the model would give to what is made. */
export function carryOut(world: World, server: Server, change: Change): Promise<Said> {
  const by = userIdOf(server, change.by);
  const ask = (route: string, sent: Parameters<Door["ask"]>[2]) => server.door.ask(by, route, sent);
  const rootParams = (ref: Ref) => ({ root: rootName(server, ref) });
  switch (change.do) {
    case "publish": {
      const { visibility, listing, tags } = change;
      const body = { html: "<p>text</p>", title: "Doc", visibility, listing, tags, ...targetOf(world, server, change) };
      return ask("POST /api/docs", { body: { ...body, ...passwordFor(visibility) } });
    }
    case "move":
      return ask("PATCH /api/docs/{doc_id}", {
        params: docParams(server, change.doc),
        body: targetOf(world, server, change),
      });
    case "set": {
      const body = { ...change.fields, ...passwordFor(change.fields.visibility) };
      return ask("PATCH /api/docs/{doc_id}", { params: docParams(server, change.doc), body });
    }
    case "delete":
      return ask("DELETE /api/docs/{doc_id}", {
        params: docParams(server, change.doc),
        query: change.purge ? { purge: true } : {},
      });
    case "undelete": {
      const { by: asker, target } = change;
      return ask("POST /api/docs/{doc_id}/undelete", {
        params: docParams(server, change.doc),
        body: target ? targetOf(world, server, { by: asker, target }) : {},
      });
    }
    case "share":
      return ask("POST /api/docs/{doc_id}/access", {
        params: docParams(server, change.doc),
        body: { ...subjectOf(server, change.subject), level: change.level },
      });
    case "share_folder":
      return ask("POST /api/folders/access", {
        query: { path: change.folder },
        body: { ...subjectOf(server, change.subject), level: change.level },
      });
    case "share_place":
      return ask("POST /api/roots/{root}/access", {
        params: rootParams(change.root),
        body: { ...subjectOf(server, change.subject), level: change.level, folder: change.folder },
      });
    case "revoke":
      return revoke(world, server, change);
    case "expire":
      return expire(server, change);
    case "leave":
      return ask("DELETE /api/docs/{doc_id}/access/me", { params: docParams(server, change.doc) });
    case "inherit":
      return ask("POST /api/roots/{root}/access/inherit", {
        params: rootParams(change.root),
        body: { folder: change.folder },
      });
    case "make_folder":
      return ask("POST /api/folders", { body: { path: change.folder, root: rootName(server, change.root) } });
    case "remove_folder":
      return ask("DELETE /api/folders", { query: { path: change.folder, root: rootName(server, change.root) } });
    case "create_root":
      return ask("POST /api/roots", { body: { name: `Root ${++made}` } });
    case "delete_root":
      return ask("DELETE /api/roots/{root}", { params: rootParams(change.root), query: { force: change.force } });
    case "create_group":
      return ask("POST /api/groups", { body: { name: `Group ${++made}` } });
    case "delete_group":
      return ask("DELETE /api/groups/{id}", { params: { id: server.groups.get(change.group)?.id } });
    case "join_group":
      return ask("POST /api/groups/{id}/members", {
        params: { id: server.groups.get(change.group)?.id },
        body: { email: server.people.get(change.person)?.email },
      });
    case "leave_group":
      return ask("DELETE /api/groups/{id}/members", {
        params: { id: server.groups.get(change.group)?.id },
        query: { email: server.people.get(change.person)?.email },
      });
    case "set_role":
      return ask("PATCH /api/members/{user_id}", {
        params: { user_id: userIdOf(server, change.person) },
        body: { role: change.role },
      });
    case "remove_member":
      return ask("DELETE /api/members/{user_id}", { params: { user_id: userIdOf(server, change.person) } });
  }
}

/** Remembers what the server has made for the model's `ref`. */
export function learn(server: Server, change: Change, { ref, said }: { ref: Ref; said: Said }): void {
  const { value } = said;
  if (change.do === "publish") server.docs.set(ref, value.doc_id);
  if (change.do === "create_root") server.roots.set(ref, { id: value.id, slug: value.slug });
  if (change.do === "create_group") server.groups.set(ref, { id: value.id, slug: value.slug });
  if (change.do === "share" || change.do === "share_folder") server.grants.set(ref, value.id);
  if (change.do === "share_place") {
    const { subject_type, subject_id } = numbersOf(server, change.subject);
    const row = value.grants.find(
      (grant: { subject_type: string; subject_id: number }) =>
        grant.subject_type === subject_type && (subject_type === "workspace" || grant.subject_id === subject_id),
    );
    server.grants.set(ref, row.id);
  }
}

export function userIdOf(server: Server, ref: Ref): number {
  return server.people.get(ref)?.user_id ?? 0;
}

function revoke(world: World, server: Server, change: Extract<Change, { do: "revoke" }>): Promise<Said> {
  const by = userIdOf(server, change.by);
  const grant_id = server.grants.get(change.grant);
  const found = listGrants(world).find((one) => one.grant.ref === change.grant);
  if (change.door === "own" && found?.on === "folder") {
    return server.door.ask(by, "DELETE /api/folders/access", { query: { grant_id } });
  }
  if (change.door === "own" && found?.on === "place") {
    const params = { root: String(server.roots.get(found.root.ref)?.id), grant_id };
    return server.door.ask(by, "DELETE /api/roots/{root}/access/{grant_id}", { params });
  }
  return server.door.ask(by, "DELETE /api/access/{grant_id}", { params: { grant_id } });
}

/** The clock is everybody's, so the end comes to where the clock stands. */
async function expire({ grants, h }: Server, { grant, noted }: Extract<Change, { do: "expire" }>): Promise<Said> {
  await h.runtime.database.sql`
    update grants set expires_at = ${h.clock.now()}, ended = ${noted} where grant_id = ${grants.get(grant) ?? 0}`;
  return { status: 200, value: null };
}

/** A root of the asker's own workspace goes by its slug, any other by its number. */
function targetOf(world: World, server: Server, { by, target }: { by: Ref; target: Target }): Record<string, unknown> {
  const folder = target.folder === undefined ? {} : { folder: target.folder };
  if (target.root === undefined) return folder;
  if (target.root === null) return { ...folder, root: "~" };
  const root = server.roots.get(target.root);
  const isOwn = world.roots.get(target.root)?.workspace === personIn(world, by).workspace;
  return { ...folder, root: isOwn ? root?.slug : String(root?.id) };
}

function rootName(server: Server, ref: Ref | null): string {
  return ref === null ? "~" : String(server.roots.get(ref)?.id);
}

function docParams(server: Server, ref: Ref): { doc_id: string } {
  return { doc_id: server.docs.get(ref) ?? "" };
}

function passwordFor(visibility: string | undefined): { password?: string } {
  return visibility === "password" ? { password: "correct horse" } : {};
}

function subjectOf(server: Server, subject: Subject): { subject_type: string; subject?: string } {
  if (subject.type === "workspace") return { subject_type: "workspace" };
  const found = subject.type === "user" ? server.people.get(subject.ref)?.email : server.groups.get(subject.ref)?.slug;
  return { subject_type: subject.type, subject: found ?? "" };
}

function numbersOf(server: Server, subject: Subject): { subject_type: string; subject_id: number | undefined } {
  if (subject.type === "workspace") return { subject_type: "workspace", subject_id: undefined };
  const of = subject.type === "user" ? server.people.get(subject.ref)?.user_id : server.groups.get(subject.ref)?.id;
  return { subject_type: subject.type, subject_id: of };
}
