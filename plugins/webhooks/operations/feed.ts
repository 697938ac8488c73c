// Events for receivers that cannot be called:
// the same that webhooks send, read one page after the other (rules: webhooks/feed).
import { type Actor, type Call, demandActor, isManager, refuse, SECOND_MS, t } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { feedRoomPort } from "../feed.ts";
import { showEvent } from "../payload.ts";
import { EventShown } from "../schemas.ts";
import { readFeed, readLatestNumbers } from "../store/feed.ts";

const PAGE_MAX = 500;
const PAGE_DEFAULT = 100;

export const readEvents = operation({
  id: "event.list",
  route: "GET /api/events",
  summary: "Follows the workspace's events",
  description:
    "What webhooks are sent, for a program that cannot be called: begin without `after`, or with a `latest` that was answered before, and go on from each `next_after`; nothing is skipped. With `wait` the answer comes when there is something, or empty when the time is over.",
  query: t.Object({
    after: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        description: "next_after of the page before; the beginning without it.",
      }),
    ),
    limit: t.Limit({ maximum: PAGE_MAX, default: PAGE_DEFAULT }),
    wait: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: manifest.caps.changes_wait_seconds,
        default: 0,
        description: "Seconds to wait for an event when there is none yet.",
      }),
    ),
  }),
  output: t.Object({
    events: t.Array(EventShown),
    next_after: t.Integer({ description: "Send it as `after` to go on." }),
    has_more: t.Boolean(),
    latest: t.Integer({ description: "The number of the newest event there is." }),
  }),
  permit: workspaceManager(),
  gate: "webhooks",
  async run(call, { query }) {
    const { after = 0, limit = PAGE_DEFAULT, wait = 0 } = query;
    const until = performance.now() + wait * SECOND_MS;
    const workspaceId = call.subject.workspace.id;
    for (let actor: Actor = call.subject; ; actor = await askAgain(call, actor)) {
      const found = await readFeed(call.sql, { workspace_id: workspaceId, after, limit: limit + 1 });
      const latest = (await readLatestNumbers(call.sql, [workspaceId])).get(workspaceId) ?? 0;
      if (after > latest) {
        throw refuse.invalid(`after is ${after}, and the newest event has the number ${latest}; begin anew without it`);
      }
      const left = until - performance.now();
      const isOver = left <= 0 || call.request.signal.aborted || call.runtime.leaving.aborted;
      if (found.length > 0 || isOver) {
        const page = found.slice(0, limit);
        const next_after = page.at(-1)?.seq ?? after;
        return { events: page.map(showEvent), next_after, has_more: found.length > limit, latest };
      }
      const waits = { workspace_id: workspaceId, user_id: actor.user_id, since: after, ms: left };
      await call.use(feedRoomPort).wait({ ...waits, signal: call.request.signal });
    }
  },
});

/** Rights may have ended during the wait. Throws the 401 or 403 of a request that came now. */
async function askAgain(call: Call<unknown>, before: Actor): Promise<Actor> {
  const actor = demandActor(await call.runtime.identifier.identify(call.request.headers, call.runtime.clock.now()));
  if (!isManager(actor) || actor.workspace.id !== before.workspace.id) {
    throw refuse.forbidden("workspace owner or admin role required", { code: "role_required" });
  }
  call.runtime.plans.demand("webhooks", actor);
  return actor;
}
