// The operations on what people watch (rules: notifications/watching).
import { nextCursor, paging, refuse, type Static, signedIn, t, type WriteCall } from "../../../kernel/plugin.ts";
import { DocumentShape, findDocuments, RootShape, type ShownDocument } from "../../documents/port/read.ts";
import { capOf, operation } from "../../operation.ts";
import { countWatches, deleteWatch, listWatches, putWatch, WATCHES, type WatchRow } from "../store/watches.ts";
import { type Found, parseTarget, targetMembers, watchable } from "../targets.ts";

const watchMembers = {
  id: t.Integer(),
  doc_id: t.Nullable(t.String()),
  folder: t.Nullable(t.String({ description: 'A folder; "" is the root itself.' })),
  muted: t.Boolean({ description: "True where you are told of nothing, though you wrote or commented there." }),
  created_at: t.Instant(),
};

const Watch = t.Object(
  {
    ...watchMembers,
    root: t.Optional(RootShape),
    doc: t.Nullable(DocumentShape, { description: "The document; null for a folder." }),
  },
  { $id: "Watch" },
);

/** What a write answers: what the caller named is not repeated. */
const Changed = t.Object({ ...watchMembers, root_id: t.Nullable(t.Integer()) }, { $id: "WatchChanged" });

export const readWatches = operation({
  id: "watch.list",
  route: "GET /api/watch",
  tool: { name: "list_watches", wording: "List what you watch and what you have muted.", idempotent: true },
  summary: "List what you watch and what you have muted, oldest first",
  description:
    "What you follow by having written in it or commented on it is listed once you watch or mute it. What you may not open is left out.",
  query: t.Object({
    muted: t.Optional(t.Boolean({ description: "true lists what is muted alone, false what is watched." })),
    ...paging({ maximum: 500 }),
  }),
  output: t.Object({ watches: t.Array(Watch), ...nextCursor }),
  permit: signedIn(),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { actor, sql } = call;
    const which = query.muted === undefined ? {} : { muted: query.muted };
    const found = await listWatches(sql, { actor, ...which, ...WATCHES.options(query) });
    const { rows, next } = WATCHES.page(found, query);
    const docs = await findDocuments(
      call,
      rows.flatMap((row) => row.doc_id ?? []),
    );
    const watches = rows.flatMap((row) => {
      const doc = row.doc_id === null ? null : docs.get(row.doc_id);
      return doc === undefined ? [] : [showWatch(row, doc)];
    });
    return { watches, ...next };
  },
});

export const watch = operation({
  id: "watch.create",
  route: "POST /api/watch",
  tool: {
    name: "watch",
    wording: "Be notified of what others do to a document, or to whatever lies in a folder or root.",
    idempotent: true,
  },
  summary: "Watch a document, a folder or a root",
  description:
    "You are told of new versions, comments, moves, sharing and deletion by others. Of several watches the nearest to a document counts.",
  body: t.Object(targetMembers),
  output: Changed,
  status: 201,
  rules: ({ body }) => void parseTarget(body),
  permit: ({ body }) => watchable(body),
  connection_limit: "places",
  opens: null,
  audit: "watch.create",
  refuses: [409],
  run: (call) => set(call, false),
});

export const unwatch = operation({
  id: "watch.delete",
  route: "DELETE /api/watch",
  tool: {
    name: "unwatch",
    wording: "Mute a document, folder or root: be notified of nothing there but what names you.",
    idempotent: true,
  },
  summary: "Stop watching, and mute",
  description:
    "Also of what you follow by having written or commented. What names you, such as a mention or a request for access, is told all the same.",
  query: t.Object(targetMembers),
  output: Changed,
  rules: ({ query }) => void parseTarget(query),
  permit: ({ query }) => watchable(query),
  connection_limit: "places",
  opens: null,
  audit: "watch.mute",
  refuses: [409],
  run: (call) => set(call, true),
});

export const forgetWatch = operation({
  id: "watch.forget",
  route: "DELETE /api/watch/{watch_id}",
  summary: "Take a watch, or what is muted, off your list",
  description: "What you wrote or commented on you follow then as if you had never said anything.",
  params: t.Object({ watch_id: t.Id({ description: "The watch, as the list of them shows it." }) }),
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true) }),
  permit: signedIn(),
  opens: null,
  audit: "watch.delete",
  refuses: [404],
  run: async ({ actor, sql, note }, { params: { watch_id } }) => {
    const gone = await deleteWatch(sql, { actor, watch_id });
    if (!gone) throw refuse.notFound("watch not found");
    note("watch.delete", { target_type: "watch", target_id: watch_id, meta: { doc_id: gone.doc_id } });
    return { id: watch_id, deleted: true as const };
  },
});

/** Watches what the call is about, or mutes it. */
async function set(call: WriteCall<Found>, muted: boolean): Promise<Static<typeof Changed>> {
  const { subject, actor, sql, runtime, now, note } = call;
  const watches_max = capOf(runtime, "watches_per_account");
  const made = await putWatch(sql, { actor, now, target: subject.key, muted });
  if (!made) throw refuse.conflict("the folder has just been removed; look where its documents are now");
  if (made.is_new && (await countWatches(sql, actor.user_id)) > watches_max) {
    throw refuse.conflict(
      `a person has at most ${watches_max} watches; watch a folder or root in place of its documents`,
    );
  }
  const { watch_id, created_at, is_changed } = made;
  const target = { target_type: "watch", target_id: watch_id, meta: { ...subject.shown } };
  if (is_changed) note(muted ? "watch.mute" : "watch.create", target);
  return { id: watch_id, muted, created_at: created_at.toISOString(), ...subject.shown };
}

function showWatch(row: WatchRow, doc: ShownDocument | null): Static<typeof Watch> {
  const { watch_id, doc_id, folder, root, muted, created_at } = row;
  const shown = { id: watch_id, doc_id, folder, muted, created_at: created_at.toISOString(), doc };
  return root === null
    ? shown
    : { ...shown, root: { id: root.root_id, slug: root.slug, name: root.name, kind: "shared" } };
}
