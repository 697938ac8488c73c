// What a person has connected: list, narrow, rename, end (rules: oauth/narrowing).
import {
  nextCursor,
  pageOfSorted,
  paging,
  type SortKeys,
  signedIn,
  type TokenLimits,
  t,
  VISIBILITY_LIMITS,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { changeableConnection, listReached, ownConnection } from "../permits.ts";
import { Connection, showGrant } from "../showing.ts";
import { changeGrant, endGrant, type ShownGrant } from "../store/grants.ts";

export const readConnections = operation({
  id: "connection.list",
  route: "GET /api/connections",
  summary: "Lists the programs that you have connected, newest first",
  query: t.Object({ ...paging({ maximum: 500 }) }),
  output: t.Object({ connections: t.Array(Connection), ...nextCursor }),
  permit: signedIn(),
  connection_limit: "caller",
  async run(call, { query }) {
    const reached = await listReached(call, call.actor);
    const { rows, next } = pageOfSorted("connections", reached, { ...query, keysOf: sortKeysOf });
    return { connections: rows.map(showGrant), ...next };
  },
});

/** The newest first. */
function sortKeysOf({ approved_at, grant_id }: ShownGrant): SortKeys {
  return [-approved_at.getTime(), -grant_id];
}

export const changeConnection = operation({
  id: "connection.update",
  route: "PATCH /api/connections/{id}",
  summary: "Renames, narrows or widens a connection",
  description: "What it may do changes at once, also for the tokens that it holds. Only a signed-in session widens it.",
  params: t.Object({ id: t.Id() }),
  body: t.Object({
    name: t.Optional(t.Called({ maxLength: 100, description: "What you call it." })),
    read_only: t.Optional(t.Boolean({ description: "Whether it may change nothing." })),
    toolsets: t.Optional(
      t.Nullable(t.Array(t.String({ maxLength: 40 }), { minItems: 1, maxItems: 40 }), {
        description: "The toolsets it may use; null for all.",
      }),
    ),
    max_visibility: t.Optional(
      t.Nullable(t.OneOf(VISIBILITY_LIMITS), { description: "The widest visibility it may publish at; null for any." }),
    ),
    roots: t.Optional(
      t.Nullable(t.Array(t.String({ maxLength: 100 }), { minItems: 1, maxItems: 400 }), {
        description:
          "Where the documents lie that it reaches: ~ for My documents, else a root's slug or id; null for everywhere.",
      }),
    ),
  }),
  output: Connection,
  permit: ({ body }) => changeableConnection(body),
  connection_limit: "caller",
  opens: null,
  audit: "connection.update",
  refuses: [404],
  run: (call, { body }) => change(call, { name: body.name?.trim(), limits: call.subject.wanted }),
});

export const endConnection = operation({
  id: "connection.end",
  route: "DELETE /api/connections/{id}",
  summary: "Ends a connection and every token of it at once",
  params: t.Object({ id: t.Id() }),
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true) }),
  permit: ownConnection(),
  connection_limit: "caller",
  opens: null,
  audit: "connection.end",
  async run(call) {
    await end(call);
    return { id: call.subject.grant_id, deleted: true as const };
  },
});

/** Changes the connection in the caller's transaction and answers it as it is then. */
export async function change(call: WriteCall<ShownGrant>, options: { name: string | undefined; limits: TokenLimits }) {
  const { subject, sql, note } = call;
  const name = options.name ?? subject.name;
  const { limits } = options;
  await changeGrant(sql, { ...subject, name, limits });
  note("connection.update", { target_type: "connection", target_id: subject.grant_id, meta: { name, ...limits } });
  return showGrant({ ...subject, name, limits });
}

/** Ends the connection in the caller's transaction. */
export async function end({ subject, sql, now, note }: WriteCall<ShownGrant>): Promise<void> {
  await endGrant(sql, { ...subject, now });
  note("connection.end", {
    target_type: "connection",
    target_id: subject.grant_id,
    meta: { client: subject.client_name },
  });
}
