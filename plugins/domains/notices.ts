// Owners and admins hear when a domain stops being served, when it is back, and when its registration has lapsed.
import { type Listener, type Notice, type NoticeKind, notify } from "../../kernel/plugin.ts";
import { listManagers } from "../members/port.ts";
import { LAPSE_DAYS } from "./standing.ts";

const CHANNELS = { app: true, email: true, chat: true } as const;

export const DOMAIN_KINDS: readonly NoticeKind[] = [
  { kind: "domain.fail", title: "A custom domain of your workspace is not served", channels: CHANNELS },
  { kind: "domain.recover", title: "A custom domain of your workspace is back", channels: CHANNELS },
  { kind: "domain.lapse", title: "A custom domain of your workspace has lapsed", channels: CHANNELS },
];

interface Said {
  hostname: string;
  error: string;
}

const WORDS: Readonly<Record<string, { title: (said: Said) => string; body: (said: Said) => string }>> = {
  "domain.fail": {
    title: ({ hostname }) => `${hostname} is not served any more`,
    body: ({ error }) =>
      `${error}. New links are given out with the shared host until it is back; without a remedy the registration lapses after ${LAPSE_DAYS} days.`,
  },
  "domain.recover": {
    title: ({ hostname }) => `${hostname} is served again`,
    body: () => "Links are given out with it as before.",
  },
  "domain.lapse": {
    title: ({ hostname }) => `${hostname} is not proven for your workspace any more`,
    body: ({ error }) => `${error}. Set its DNS records and verify it to have it served again.`,
  },
};

export const domainListeners: readonly Listener[] = Object.entries(WORDS).map(([kind, { title, body }]) =>
  notify(kind, `tell_${kind.slice("domain.".length)}`, async (event, { sql }): Promise<Notice[]> => {
    const said = { hostname: String(event.meta["hostname"]), error: String(event.meta["error"] ?? "") };
    return [
      {
        workspace_id: event.workspace_id,
        user_ids: await listManagers(sql, event.workspace_id),
        kind,
        key: `event:${event.event_id}`,
        actor: event.actor,
        actor_user_id: event.actor_user_id,
        title: title(said),
        body: body(said),
        target: { type: "domain", id: event.target_id },
        thread: null,
        doc_id: null,
        created_at: event.created_at,
      },
    ];
  }),
);
