// Every write that says that nobody reads more by it, called by who may do all: no row that lets somebody in comes by it.
import { expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness } from "../harness/harness.ts";
import { INPUTS } from "../permission/inputs.ts";
import { send } from "../permission/matrix.ts";
import { openStage, type Stage, withDocument } from "../permission/stage.ts";

const UNLIMITED = 1_000_000;
const quotas = Object.fromEntries(
  Object.entries(manifest.quotas).map(([name, quota]) => [name, { ...quota, limit: UNLIMITED, editions: {} }]),
);
const h = await openHarness({ manifest: { quotas } });

/** It calls half of all writes; a busy machine may take minutes. */
const MS_MAX = 20 * 60_000;

/** What decides who reads what, or is read by all members: table, which rows count, and the columns that say it. */
const LETTING_IN: readonly (readonly [table: string, where: string, columns: string])[] = [
  ["documents", "deleted_at is null", "doc_id, visibility, listing, place_id, owner_id, title"],
  ["grants", "true", "document_id, place_id, subject_type, subject_id, level"],
  ["groups", "true", "group_id, name, description"],
  ["group_members", "true", "group_id, user_id"],
  ["workspaces", "true", "name"],
  ["users", "disabled_at is null", "user_id, role, name"],
  ["invites", "revoked_at is null", "invite_id, email, role, expires_at"],
  ["invite_groups", "true", "invite_id, group_id"],
  ["viewer_domains", "true", "domain"],
  ["workspace_policies", "true", "allowed_visibilities, secret_scan, publishing, hand_over, ip_allowlist"],
  ["folder_settings", "published", "place_id, publish_visibility"],
  ["roots", "true", "root_id, name, description"],
  ["icons", "true", "icon_id, name"],
  ["workspace_instructions", "true", "words"],
  ["wiki_sites", "true", "enabled, title, tagline, navigation_id"],
  ["navigation_entries", "true", "entry_id, label, visibility, navigation_id"],
  ["webhooks", "active", "webhook_id, events"],
  ["notification_channels", "channel = 'chat'", "user_id, address_hint"],
  ["workflows", "true", "workflow_id"],
  ["email_domains", "true", "domain"],
  ["sso_configs", "true", "issuer, domains"],
  ["scim_tokens", "revoked_at is null", "token_id"],
  ["directory_groups", "true", "group_id"],
  ["comments", "true", "comment_id, body"],
];

/** The rows that let somebody in, each as a text. */
async function lettingIn({ people }: Stage): Promise<Set<string>> {
  const { sql } = h.runtime.database;
  const rows = await Promise.all(
    LETTING_IN.map(
      ([table, where, columns]) =>
        sql<{ row: string }[]>`select concat_ws(' ', ${table}::text, ${sql.unsafe(columns)}) as row
          from ${sql(table)} where workspace_id = ${people.owner.workspace_id} and ${sql.unsafe(where)}`,
    ),
  );
  return new Set(rows.flat().map(({ row }) => row));
}

test(
  "a write that says that nobody reads more lets nobody in, whoever calls it and by whatever credential",
  async () => {
    const silent = h.runtime.catalogue.entries.filter(
      ({ effect, opens, publishes, path }) => effect === "write" && !opens && !publishes && path !== null,
    );
    const told: string[] = [];
    const done: string[] = [];
    for (const where of ["My documents", "a shared root"] as const) {
      let stage = await openStage(h, where);
      const caller = where === "My documents" ? "owner" : "workspace owner";
      for (const entry of silent) {
        const input = INPUTS[entry.id];
        if (!input) continue;
        const on = await withDocument(stage, input.document);
        const sent = await input.make(on, caller);
        const before = await lettingIn(on);
        const { status } = await send(h, { entry, as: on.people[caller], made: { with_cookie: true, ...sent } });
        if (status < 400) done.push(entry.id);
        // Who has ended their sign-in or their account calls nothing more.
        if ((await h.call("GET /api/me", { as: on.people[caller], with_cookie: true })).status === 401)
          stage = await openStage(h, where);
        for (const row of await lettingIn(on)) if (!before.has(row)) told.push(`${entry.id} (${where}) adds ${row}`);
      }
    }
    expect(told, "declare opens or publishes of these").toEqual([]);
    // Most have to get somewhere, or nothing would be tried.
    const refused = silent.filter(({ id }) => !done.includes(id)).map(({ id }) => id);
    expect(refused.length, refused.join(", ")).toBeLessThan(silent.length / 3);
  },
  MS_MAX,
);
