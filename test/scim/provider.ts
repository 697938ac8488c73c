// An identity provider of the tests: a SCIM token of a workspace, and calls with it.
import { proveByOperator } from "../../plugins/email_domains/port.ts";
import { makeToken } from "../../plugins/scim/provisioner.ts";
import { insertToken } from "../../plugins/scim/store/tokens.ts";
import type { Answer, Harness, Person, Send } from "../harness/harness.ts";

/** The schema of a user (RFC 7643). */
export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";

let taken = 0;
/** A number that no other call in this process gets. */
export const unique = () => ++taken;
/** An address that nobody has yet. */
export const address = () => `user${unique()}@firm.example`;

/** Makes an e-mail domain the workspace's own, without a DNS record. */
export async function prove({ runtime, clock }: Harness, owner: Person, domain: string): Promise<void> {
  await runtime.database.withTransaction((sql) =>
    proveByOperator(runtime, sql, { workspace_id: owner.workspace_id, domain, now: clock.now() }),
  );
}

const tokens = new WeakMap<Person, string>();

/** A token of the person's workspace, made once. */
export async function tokenOf(h: Harness, person: Person): Promise<string> {
  const known = tokens.get(person) ?? (await newToken(h, person.workspace_id)).token;
  tokens.set(person, known);
  return known;
}

export async function newToken(h: Harness, workspace_id: number): Promise<{ token: string; token_id: number }> {
  const { token, secret_sha256 } = makeToken();
  const { sql } = h.runtime.database;
  const now = h.clock.now();
  const [author] = await sql<{ user_id: number; email: string }[]>`
    select user_id, email from users where workspace_id = ${workspace_id} order by user_id limit 1`;
  const token_of = { workspace_id, label: "test", secret_sha256, author: author ?? { user_id: 0, email: "" } };
  const row = await insertToken(sql, { ...token_of, tokens_max: 1000, now });
  return { token, token_id: row?.token_id ?? 0 };
}

export interface Provider {
  owner: Person;
  /** `send("POST /Users", json)`. */
  send(route: string, json?: unknown, rest?: Send): Promise<Answer>;
  /** The same, which has to be a success; answers the body. */
  made(route: string, json?: unknown): Promise<Answer["body"]>;
}

/** A provider of a workspace of its own, or of the owner's. */
export async function openProvider(h: Harness, given?: Person): Promise<Provider> {
  const owner = given ?? (await h.person({ role: "owner" }));
  const token = await tokenOf(h, owner);
  const send = (route: string, json?: unknown, rest: Send = {}): Promise<Answer> => {
    const [method, path] = route.split(" ");
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json", ...rest.headers };
    return h.call(`${method} /scim/v2${path}`, { ...rest, ...(json === undefined ? {} : { json }), headers });
  };
  return {
    owner,
    send,
    made: async (route, json) => {
      const { status, body } = await send(route, json);
      if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
  };
}

export const patch = (...Operations: unknown[]) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations,
});
