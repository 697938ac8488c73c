// The change feed for sync clients, with a long poll (part 1, `GET /api/changes`).
import { type Actor, type Call, demandActor, refuse, SECOND_MS, type Static, t } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";
import { parseFolder, type RootRow, rootNamed } from "../../places/port.ts";
import { readCursor, writeCursor } from "../cursor.ts";
import type { Change } from "../schemas.ts";
import { Changes } from "../schemas.ts";
import { type ChangeRow, type FeedPage, type FeedWish, readFeed } from "../store/feed.ts";
import { waitingPort } from "../waiting.ts";

const PAGE_MAX = 200;
const WAIT_SECONDS_MAX = 60;

export const listChanges = operation({
  id: "changes.list",
  route: "GET /api/changes",
  tool: {
    name: "list_changes",
    wording:
      "List what changed since a cursor: new, edited, moved and deleted documents with the hashes of their files.",
    resumes: "since",
    idempotent: true,
  },
  summary: "Follow the changes of documents",
  description:
    "Every change of a document moves it to the end of the feed, in the order of commits. A reader that goes on from each `next_cursor` misses nothing and is told of each state once; documents that it may not open are left out. With `folder`, a document that leaves the folder is not told of: follow its root and compare `folder` to learn that.",
  query: t.Object({
    since: t.Optional(
      t.String({ maxLength: 2000, description: "next_cursor of the page before; the beginning without it." }),
    ),
    folder: t.Optional(t.String({ maxLength: 1024, description: "Only documents in this folder." })),
    recursive: t.Optional(t.Boolean({ default: true, description: "The folder's subfolders too." })),
    include_team: t.Optional(
      t.Boolean({
        default: false,
        description:
          "What is listed to the team or shared with you too and, without root, every shared root that you see.",
      }),
    ),
    root: t.Optional(t.String({ description: "A shared root's slug, or ~ for My documents alone." })),
    limit: t.Limit({ maximum: PAGE_MAX, default: PAGE_MAX }),
    wait: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: WAIT_SECONDS_MAX,
        default: 0,
        description: "Seconds to wait for a change when there is none yet.",
      }),
    ),
  }),
  output: Changes,
  rules: ({ query }) => void parseFolder(query.folder ?? ""),
  permit: ({ query }) => rootNamed(query.root),
  reach: "places",
  refuses: [404],
  run: async (call, { query }) => {
    const until = Date.now() + (query.wait ?? 0) * SECOND_MS;
    let asked: Asked = { actor: call.actor, root: call.subject, now: call.now };
    let since = query.since === undefined ? 0 : readSince(call, asked, query.since);
    for (;;) {
      const page = await readFeed(call.sql, wishOf(asked, query, since));
      if (page.seen < since) {
        throw refuse.invalid(
          "since is ahead of everything that is here, as after a restore; leave it out to begin anew",
        );
      }
      const left = until - Date.now();
      const isOver = left <= 0 || call.request.signal.aborted || call.house.leaving.aborted;
      if (page.rows.length > 0 || isOver) return showPage(call, asked.actor, page);
      since = page.seen;
      const { user_id, workspace } = asked.actor;
      const { signal } = call.request;
      await call.use(waitingPort).wait({ workspace_id: workspace.id, user_id, since, ms: left, signal });
      asked = await askAgain(call, { ...asked, ref: query.root });
    }
  },
});

/** Who asks, and about what, as of a moment. */
interface Asked {
  actor: Actor;
  root: RootRow | null;
  now: Date;
}

interface Query {
  folder?: string;
  recursive?: boolean;
  include_team?: boolean;
  root?: string;
  limit?: number;
}

function readSince(call: Call<unknown>, { actor, now }: Asked, cursor: string): number {
  return readCursor(call.house.signer, cursor, { workspace_id: actor.workspace.id, now });
}

/** Rights may have ended during the wait. Throws the 401 or 404 of a request that came now. */
async function askAgain(call: Call<unknown>, before: Asked & { ref: string | undefined }): Promise<Asked> {
  const now = call.house.clock.now();
  const actor = demandActor(await call.house.identifier.identify(call.request.headers, now));
  if (actor.workspace.id !== before.actor.workspace.id) {
    throw refuse.invalid("you have moved to another workspace; leave since out to begin anew there");
  }
  const root = await rootNamed(before.ref).check(
    { ...call, actor, now },
    { params: {}, query: {}, body: undefined, form: undefined },
  );
  return { actor, root, now };
}

function wishOf({ actor, root, now }: Asked, query: Query, since: number): FeedWish {
  const { folder = "", recursive = true, include_team = false, limit = PAGE_MAX } = query;
  const personal = include_team ? (query.root === undefined ? "all" : "mine_and_team") : "mine";
  return { actor, now, scope: root ? { root } : personal, folder: parseFolder(folder), recursive, since, limit };
}

function showPage(call: Call<unknown>, actor: Actor, page: FeedPage): Static<typeof Changes> {
  return {
    changes: page.rows.map(showChange),
    next_cursor: writeCursor(call.house.signer, { workspace_id: actor.workspace.id, seq: page.seen }),
    has_more: page.has_more,
  };
}

function showChange(row: ChangeRow): Static<typeof Change> {
  const { root_id, root_slug, root_name, files, updated_at, changed_at, deleted_at, kind } = row;
  return {
    doc_id: row.doc_id,
    title: row.title,
    folder: row.folder,
    root: root_id === null ? null : { id: root_id, slug: root_slug ?? "", name: root_name ?? "", kind: "shared" },
    tags: row.tags,
    kind,
    version: row.version,
    updated_at: updated_at.toISOString(),
    changed_at: changed_at.toISOString(),
    deleted: deleted_at !== null,
    deleted_at: deleted_at?.toISOString() ?? null,
    owner_email: row.owner_email,
    listing: row.listing,
    manifest: Object.fromEntries(files.map(({ path, ...file }) => [path, file])),
  };
}
