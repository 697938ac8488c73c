// The change feed for sync clients, with a long poll (rules: changes/order).
import { type Actor, type Call, demandActor, refuse, SECOND_MS, type Static, t } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { parseFolder, type RootRow, rootNamed } from "../../places/port.ts";
import { readCursor, type Standpoint, writeCursor } from "../cursor.ts";
import { type FeedPage, type PageOptions, readPage } from "../page.ts";
import type { Change } from "../schemas.ts";
import { Changes } from "../schemas.ts";
import type { ChangeRow } from "../store/feed.ts";
import { waitingPort } from "../waiting.ts";

const PAGE_MAX = 200;
const WAIT_SECONDS_MAX = manifest.caps.changes_wait_seconds;

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
    "Every change of a document moves it to the end of the feed, in the order of commits. A reader that goes on from each `next_cursor` misses nothing. What is opened to them appears, and what they followed and can no longer see, or what is no longer in the root or folder asked for, appears with `left`: whoever applies every row holds exactly what is theirs to see. Documents that they could never open are left out. A cursor of a time that the feed no longer knows, 30 days back, is refused with 400, as is one of a connection that reaches other roots by now: begin without `since`, and forget what that does not tell of.",
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
        description: `Seconds to wait for a change when there is none yet, at most ${WAIT_SECONDS_MAX}.`,
      }),
    ),
  }),
  output: Changes,
  rules: ({ query }) => void parseFolder(query.folder ?? ""),
  permit: ({ query }) => rootNamed(query.root),
  connection_limit: "places",
  run: async (call, { query }) => {
    const until = performance.now() + (query.wait ?? 0) * SECOND_MS;
    let asked: Asked = { actor: call.actor, root: call.subject, now: call.now };
    let stands: Standpoint | null =
      query.since === undefined ? null : readCursor(call.runtime.signer, query.since, asked);
    for (;;) {
      const page = await readPage(call.sql, optionsOf(asked, query, stands));
      const left = until - performance.now();
      const isOver = left <= 0 || call.request.signal.aborted || call.runtime.leaving.aborted;
      if (page.told.length > 0 || page.has_more || isOver) return showPage(call, asked, page);
      stands = page.next;
      const { user_id, workspace } = asked.actor;
      const { signal } = call.request;
      await call
        .use(waitingPort)
        .wait({ workspace_id: workspace.id, user_id, since: stands.after.seq, ms: left, signal });
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

/** Rights may have ended during the wait. Throws the 401 or 404 of a request that came now. */
async function askAgain(call: Call<unknown>, before: Asked & { ref: string | undefined }): Promise<Asked> {
  const now = call.runtime.clock.now();
  const actor = demandActor(await call.runtime.identifier.identify(call.request.headers, now));
  if (actor.workspace.id !== before.actor.workspace.id) {
    throw refuse.invalid("you have moved to another workspace; leave since out to begin anew there");
  }
  const root = await rootNamed(before.ref).check(
    { ...call, actor, now },
    { params: {}, query: {}, body: undefined, form: undefined },
  );
  return { actor, root, now };
}

function optionsOf({ actor, root, now }: Asked, query: Query, stands: Standpoint | null): PageOptions {
  const { folder = "", recursive = true, include_team = false, limit = PAGE_MAX } = query;
  const personal = include_team ? (query.root === undefined ? "all" : "mine_and_team") : "mine";
  return { actor, now, scope: root ? { root } : personal, folder: parseFolder(folder), recursive, stands, limit };
}

function showPage(call: Call<unknown>, { now }: Asked, page: FeedPage): Static<typeof Changes> {
  return {
    changes: page.told.map((told) => ("row" in told ? showChange(told.row) : showLeft(told.left, now))),
    next_cursor: writeCursor(call.runtime.signer, page.actor, page.next),
    has_more: page.has_more,
  };
}

/** Nothing is said of the document but that it left. */
function showLeft(doc_id: string, now: Date): Static<typeof Change> {
  const at = now.toISOString();
  return {
    ...{ doc_id, left: true, title: "", folder: "", root: null, tags: [], attrs: {}, filename: null },
    ...{ kind: null, version: 0 },
    ...{ updated_at: at, changed_at: at, deleted: false, deleted_at: null, owner_email: "" },
    ...{ mine: false, listing: "private" },
    manifest: {},
  };
}

function showChange(row: ChangeRow): Static<typeof Change> {
  const { root_id, root_slug, root_name, files, updated_at, changed_at, deleted_at, kind } = row;
  return {
    doc_id: row.doc_id,
    left: false,
    title: row.title,
    folder: row.folder,
    root: root_id === null ? null : { id: root_id, slug: root_slug ?? "", name: root_name ?? "", kind: "shared" },
    tags: row.tags,
    attrs: row.attrs,
    filename: row.filename,
    kind,
    version: row.version,
    updated_at: updated_at.toISOString(),
    changed_at: changed_at.toISOString(),
    deleted: deleted_at !== null,
    deleted_at: deleted_at?.toISOString() ?? null,
    owner_email: row.owner_email,
    mine: row.mine,
    listing: row.listing,
    manifest: Object.fromEntries(files.map(({ path, ...file }) => [path, file])),
  };
}
