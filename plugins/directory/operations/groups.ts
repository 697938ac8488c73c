// The provider's groups, and taking one: kept as it is there, or its people once (rules: directories/following).
import { type Actor, nextCursor, type PrepareCall, paging, refuse, t, type WriteCall } from "../../../kernel/plugin.ts";
import { addToGroup } from "../../../kernel/ports/auth.ts";
import { insertKeptGroup } from "../../groups/port.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { GROUP_ID_CHARS_MAX, type ProviderGroup, type ProviderName } from "../providers/provider.ts";
import { DirectoryError, type Reader } from "../reading.ts";
import { openConnection } from "../refreshing.ts";
import { type ConnectionRow, findConnection, lockConnection } from "../store/connections.ts";
import { findUsersAmong, insertDirectoryGroup, isTaken, listGroups } from "../store/groups.ts";
import { applySnapshot } from "../store/snapshots.ts";
import { provider, refuseUnconnected } from "./directory.ts";

const MODES = ["sync", "import"] as const;
/** The most that both providers give at once. */
const PROVIDER_PAGE_MAX = 200;

export const readProviderGroups = operation({
  id: "directory.groups",
  route: "GET /api/directory/{provider}/groups",
  summary: "List the groups that the directory has",
  params: t.Object(provider),
  query: t.Object({ ...paging({ maximum: PROVIDER_PAGE_MAX }) }),
  output: t.Object(
    {
      groups: t.Array(
        t.Object({
          group_id: t.String(),
          name: t.String(),
          email: t.Nullable(t.String()),
          selected: t.Boolean({ description: "Whether it is taken already." }),
        }),
      ),
      ...nextCursor,
    },
    { $id: "DirectoryGroups" },
  ),
  permit: workspaceManager(),
  gate: "directory",
  quota: "directory_read",
  refuses: [409, 503],
  run: async ({ sql, runtime, actor, now }, { params, query }) => {
    const connection = await findConnection(sql, { workspace_id: actor.workspace.id, ...params });
    const purpose = `directory.cursor.${params.provider}.${actor.workspace.id}`;
    const next = query.cursor === undefined ? null : runtime.signer.verify(purpose, query.cursor, now)?.["next"];
    if (query.cursor !== undefined && typeof next !== "string") {
      throw refuse.invalid("cursor is none of ours; send next_cursor as it came, or none to begin anew");
    }
    const reader = await openReader({ runtime }, connection, params.provider);
    const page = await orAway(
      reader.groups({ limit: query.limit ?? PROVIDER_PAGE_MAX, next: typeof next === "string" ? next : null }),
    );
    const taken = new Set(
      (connection ? await listGroups(sql, connection.connection_id) : []).map((one) => one.provider_group),
    );
    return {
      groups: page.items.map(({ id, name, email }) => ({ group_id: id, name, email, selected: taken.has(id) })),
      // The provider's own address of the next page is believed when it comes back, so it is signed.
      ...(page.next !== null && { next_cursor: runtime.signer.sign(purpose, { next: page.next }, null) }),
    };
  },
});

const Taken = t.Object(
  {
    id: t.Integer({ description: "Of the group here." }),
    slug: t.String(),
    name: t.String(),
    group_id: t.String(),
    mode: t.OneOf(MODES),
    members: t.Integer({ description: "People who are in it now." }),
    unmatched: t.Integer({ description: "People of the directory's group without an account here." }),
  },
  { $id: "DirectoryGroupTaken" },
);

export const takeGroup = operation({
  id: "directory.take",
  route: "POST /api/directory/{provider}/groups",
  decides: "membership",
  summary: "Take a group from the directory",
  description:
    "`sync` makes a group that follows the directory and changes only there; `import` makes one of the workspace's own, with the people who are in the directory's now. Only active people who are directly in it count.",
  params: t.Object(provider),
  body: t.Object({
    group_id: t.String({
      minLength: 1,
      maxLength: GROUP_ID_CHARS_MAX,
      description: "The provider's id, as the list shows it.",
    }),
    mode: t.OneOf(MODES),
  }),
  output: Taken,
  status: 201,
  permit: workspaceManager(),
  gate: "directory",
  quota: "directory_read",
  opens: () => "restricted",
  audit: "group.create",
  refuses: [404, 409, 503],
  prepare: (call, { params, body }) => readWhole(call, params.provider, body.group_id),
  run: async (call, { params, body }, { found, emails }) => {
    const { sql, actor, now } = call;
    const workspace_id = actor.workspace.id;
    const connection = await lockConnection(sql, { workspace_id, provider: params.provider });
    if (!connection.refresh_token) throw refuseUnconnected(params.provider);
    const { connection_id } = connection;
    if (await isTaken(sql, { connection_id, provider_group: found.id })) {
      throw refuse.conflict(`"${found.name}" is taken already`, { code: "already_exists" });
    }
    const source = body.mode === "sync" ? `directory:${params.provider}` : "native";
    const made = await makeGroup(call, { name: found.name, source });
    const members = await fillGroup(call, {
      ...made,
      connection_id,
      provider_group: found.id,
      mode: body.mode,
      emails,
      now,
    });
    return { ...made.shown, group_id: found.id, mode: body.mode, members, unmatched: emails.size - members };
  },
});

interface Whole {
  found: ProviderGroup;
  emails: ReadonlySet<string>;
}

async function readWhole({ sql, runtime, actor }: PrepareCall, name: ProviderName, groupId: string): Promise<Whole> {
  const connection = await findConnection(sql, { workspace_id: actor.workspace.id, provider: name });
  const reader = await openReader({ runtime }, connection, name);
  const found = await orAway(reader.group(groupId));
  if (!found) throw refuse.notFound(`the directory has no group "${groupId}"`);
  return { found, emails: await orAway(reader.members(found.id)) };
}

async function makeGroup(
  { sql, actor, now, note }: WriteCall<Actor>,
  { name, source }: { name: string; source: string },
) {
  const workspace_id = actor.workspace.id;
  const called = [...name.slice(0, 2 * NAME_CHARS_MAX)].slice(0, NAME_CHARS_MAX).join("");
  const { group_id, slug } = await insertKeptGroup(sql, { workspace_id, name: called, description: "", source, now });
  note("group.create", { target_type: "group", target_id: group_id, meta: { name: called, slug, source } });
  return { id: group_id, shown: { id: group_id, slug, name: called } };
}

const NAME_CHARS_MAX = 100;

interface HookHandler {
  id: number;
  connection_id: number;
  provider_group: string;
  mode: (typeof MODES)[number];
  emails: ReadonlySet<string>;
  now: Date;
}

/** Answers how many are in it. */
async function fillGroup({ sql, actor }: WriteCall<Actor>, of: HookHandler): Promise<number> {
  const { id: group_id, connection_id, provider_group, mode, emails, now } = of;
  const workspace_id = actor.workspace.id;
  if (mode === "sync") {
    const row = await insertDirectoryGroup(sql, { workspace_id, connection_id, group_id, provider_group });
    if (!row) throw refuse.conflict("the group is taken already", { code: "already_exists" });
    return (await applySnapshot(sql, row, { emails, now })).added;
  }
  const users = await findUsersAmong(sql, { workspace_id, emails: [...emails] });
  const user_ids = users.map(({ user_id }) => user_id);
  return (await addToGroup(sql, { group: { group_id, workspace_id }, user_ids, now })).length;
}

/** Throws 409 for a directory that is not connected, and 503 for one that is away. */
function openReader(
  { runtime }: Pick<PrepareCall, "runtime">,
  connection: ConnectionRow | null,
  name: ProviderName,
): Promise<Reader> {
  if (!connection?.refresh_token) throw refuseUnconnected(name);
  return orAway(openConnection(runtime, connection, runtime.leaving));
}

async function orAway<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof DirectoryError) throw refuse.unavailable(error.message);
    throw error;
  }
}
