// A workspace with documents everywhere, and a connection that is limited to some of its roots.
import type { Answer, Harness, ParsedBody, Person } from "../harness/harness.ts";
import { must, openSpace, put, type Space } from "../roots/space.ts";
import type { Connected, OauthServer } from "./oauth_server.ts";

export interface Scene {
  space: Space;
  person: Person;
  docs: { plans: ParsedBody; general: ParsedBody; mine: ParsedBody; given: ParsedBody };
  by: Connected;
}

/** A manager with a document everywhere, one that was shared with them, and a connection to some of it. */
export async function openScene(runtime: OauthServer, roots: (space: Space) => string[]): Promise<Scene> {
  const { h } = runtime;
  const space = await openSpace(h);
  const person = space.admin;
  const at = (where: object) => put(h, person, { html: "<p>needle</p>", tags: ["red"], ...where });
  const docs = {
    plans: await at({ root: "plans", folder: "a", title: "In plans" }),
    general: await at({ root: "general", folder: "a", title: "In General" }),
    mine: await at({ folder: "a", title: "Mine", visibility: "workspace", listing: "team" }),
    given: await put(h, space.member, { title: "Given", html: "<p>needle</p>" }),
  };
  const json = { subject_type: "user", subject: person.email, level: "edit" };
  await must(h.call(`POST /api/docs/${docs.given.doc_id}/access`, { as: space.member, json }));
  const by = await runtime.connect(person, { choice: { places: "some", root: roots(space) } });
  return { space, person, docs, by };
}

export const plansAlone = (space: Space) => [String(space.root_id)];

export const bearer = (by: Connected) => ({ authorization: `Bearer ${by.access_token}` });

/** Calls the API by a connection. */
export function callBy(h: Harness, by: Connected, route: string, json?: unknown): Promise<Answer> {
  return h.call(route, { headers: bearer(by), ...(json === undefined ? {} : { json }) });
}

/** Calls a tool by a connection and answers its result. */
export async function toolBy(h: Harness, by: Connected, name: string, args: object): Promise<ParsedBody> {
  const json = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  return (await h.call("POST /mcp", { headers: bearer(by), json })).body.result;
}

/** The answer without what names the request or the thing asked for. */
export function bare({ status, body }: { status: number; body: ParsedBody }, asked: string): string {
  return JSON.stringify({ status, ...body, request_id: "" }).replaceAll(asked, "<asked>");
}
