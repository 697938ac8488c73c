// Whether anything was read or changed since somebody looked last: cheap enough to be asked every fifteen seconds.
import { pageCursor, refuse, signedIn, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { findChange } from "../store/events.ts";

const POLL_AFTER_SECONDS = 15;
const PURPOSE = "activity cursor";

export const readStatus = operation({
  id: "activity.status",
  route: "GET /api/activity/status",
  tool: {
    name: "activity_status",
    wording: "Whether documents were read or changed since a cursor; wait poll_after seconds between calls.",
    idempotent: true,
  },
  summary: "Whether anything was read or changed",
  description:
    "Of the documents that lists show you. Begin without a cursor, and go on with the one that was answered.",
  query: t.Object({ cursor: pageCursor }),
  output: t.Object({
    changed: t.Boolean(),
    cursor: t.String(),
    poll_after: t.Integer({ description: "Seconds." }),
  }),
  permit: signedIn(),
  connection_limit: "places",
  quota: "activity",
  run: async ({ sql, actor, now, runtime }, { query }) => {
    const key = `${PURPOSE} ${actor.workspace.id}`;
    // Sealed, so that nobody reads from it how much happens where they see nothing.
    const opened = query.cursor ? runtime.encrypter.open(key, Buffer.from(query.cursor, "base64url")) : "0";
    if (opened === null) {
      throw refuse.invalid("this cursor is not one of ours; leave it out to begin anew", { code: "invalid_cursor" });
    }
    const scope = { actor, now, view: "all" as const, folder: null, doc_id: null };
    const { seq, changed } = await findChange(sql, scope, Number(opened));
    const cursor = Buffer.from(runtime.encrypter.seal(key, String(seq))).toString("base64url");
    return { changed, cursor, poll_after: POLL_AFTER_SECONDS };
  },
});
