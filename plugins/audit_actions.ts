// THE table of audit actions but those on documents, those on access and people, those by which companies come, and those that one operation describes itself: what each is done to, what its meta says, and since when. Pure data; it imports nothing.

/** What a connection is limited to. */
const connectionLimits = {
  max_visibility: "string|null",
  read_only: "boolean",
  roots: "array|null",
  toolsets: "array|null",
} as const;

/** From where to where a folder went with all its documents, whether by another name or another parent. */
const movedFolder = {
  docs: "integer",
  from: "string",
  root: "string",
  root_id: "integer|null",
  to: "string",
} as const;

/** A folder that has become a site or is none any more, and who may read it. */
const publishedFolder = {
  publish_group_id: "integer|null",
  publish_visibility: "string",
  published: "boolean",
  root: "string",
  root_id: "integer|null",
} as const;

/** An answer of a form, by the record that holds it. */
const answered = { database_id: "string", record_id: "integer", table_id: "integer" } as const;

/** A record at the version that came of it, by which receivers tell what is older: events may come out of order. */
const recorded = { ...answered, version: "integer" } as const;

/** What a webhook of a database is told of, and with which values. */
const connected = { database_id: "string", fields: "array|null", table_id: "integer|null" } as const;

const watched = { doc_id: "string|null", folder: "string|null", root_id: "integer|null" } as const;

/**
 * An action that the operations of a plugin declare has a line here. A member of meta may be missing where it says nothing of a call;
 * beside its own, every row's meta holds `via` and, where there were any, `token`, `client` and `request_id`.
 */
export const auditActions = {
  "account.create": { since: "2026-11-01", on: ["user"], meta: { method: "string" } },
  "account.delete": { since: "2026-11-01", on: ["user"], meta: { docs: "integer" } },
  "account.restore": { since: "2026-11-01", on: ["user"], meta: { docs: "integer" } },
  "comment.create": {
    since: "2026-11-01",
    on: ["comment"],
    meta: { doc_id: "string", parent_id: "integer|null", path: "string|null" },
  },
  "comment.delete": {
    since: "2026-11-01",
    on: ["comment"],
    meta: { author: "string", doc_id: "string", parent_id: "integer|null", replies: "integer" },
  },
  "comment.reopen": { since: "2026-11-01", on: ["comment"], meta: { doc_id: "string" } },
  "comment.resolve": { since: "2026-11-01", on: ["comment"], meta: { doc_id: "string" } },
  "comment.update": { since: "2026-11-01", on: ["comment"], meta: { doc_id: "string" } },
  "connection.end": { since: "2026-11-01", on: ["connection"], meta: { client: "string", email: "string" } },
  "connection.policy": { since: "2026-11-01", on: ["workspace"], meta: { max_days: "integer|null" } },
  "connection.update": {
    since: "2026-11-01",
    on: ["connection"],
    meta: {
      ...connectionLimits,
      name: "string",
    },
  },
  "export.access": { since: "2026-11-23", on: ["root"], meta: { root: "string", user: "string" } },
  "export.audit": { since: "2026-11-22", on: ["workspace"], meta: { filters: "object", scope: "string" } },
  "export.site": {
    since: "2026-11-23",
    on: ["workspace"],
    meta: { as: "string", pages: "integer", root: "string|null" },
  },
  "export.database": { since: "2026-11-23", on: ["doc"], meta: { format: "string", table_id: "integer" } },
  "folder.create": { since: "2026-11-01", on: ["folder"], meta: { root: "string", root_id: "integer|null" } },
  "folder.delete": {
    since: "2026-11-01",
    on: ["folder"],
    meta: { force: "boolean", moved_docs: "integer", root: "string", root_id: "integer|null" },
  },
  "folder.move": {
    since: "2026-11-01",
    on: ["folder"],
    meta: movedFolder,
  },
  "folder.publish": { since: "2026-11-28", on: ["folder"], meta: publishedFolder },
  "folder.rename": {
    since: "2026-11-01",
    on: ["folder"],
    meta: movedFolder,
  },
  "folder.unpublish": { since: "2026-11-28", on: ["folder"], meta: publishedFolder },
  "folder.update": {
    since: "2026-11-01",
    on: ["folder"],
    meta: {
      child_order: "array",
      description: "string|null",
      icon: "string|null",
      index_doc_id: "string|null",
      publish_group_id: "integer|null",
      publish_visibility: "string",
      published: "boolean",
      root: "string",
      root_id: "integer|null",
      view_mode: "string|null",
    },
  },
  "form.create": {
    since: "2026-11-24",
    on: ["doc"],
    meta: { database_id: "string", table_id: "integer", title: "string" },
  },
  "form.delete": {
    since: "2026-11-24",
    on: ["doc"],
    meta: { database_id: "string", table_id: "integer", title: "string" },
  },
  "form.draft_created": { since: "2026-11-24", on: ["doc"], meta: answered },
  "form.draft_saved": { since: "2026-11-24", on: ["doc"], meta: answered },
  "form.submitted": { since: "2026-11-24", on: ["doc"], meta: answered },
  "form.update": {
    since: "2026-11-24",
    on: ["doc"],
    meta: { changed: "array", database_id: "string", table_id: "integer", title: "string" },
  },
  "icon.delete": { since: "2026-11-01", on: ["icon"], meta: { name: "string" } },
  "icon.describe": {
    since: "2026-11-01",
    on: ["folder", "tag"],
    meta: { description: "string|null", root: "string", target: "string" },
  },
  "icon.set": {
    since: "2026-11-01",
    on: ["doc", "folder", "navigation", "tag"],
    meta: { icon: "string|null", root: "string", target: "string" },
  },
  "icon.upload": { since: "2026-11-01", on: ["icon"], meta: { name: "string" } },
  "lock.acquire": {
    since: "2026-11-01",
    on: ["doc"],
    meta: { expires_at: "string", path: "string|null", renewed: "boolean" },
  },
  "lock.release": {
    since: "2026-11-01",
    on: ["doc"],
    meta: { forced: "boolean", holder: "string", path: "string|null" },
  },
  "login.fail": { since: "2026-11-27", on: ["user"], meta: { method: "string", reason: "string" } },
  "login.link": { since: "2026-11-01", on: ["user"], meta: {} },
  "login.ok": { since: "2026-11-01", on: ["user"], meta: { method: "string" } },
  "login.out": { since: "2026-11-01", on: ["user"], meta: {} },
  "login.out_all": { since: "2026-11-01", on: ["user"], meta: {} },
  "notification.chat": {
    since: "2026-11-23",
    on: ["user"],
    meta: { format: "string|null", host: "string" },
  },
  "notification.chat.test": {
    since: "2026-11-23",
    on: ["user"],
    meta: { delivered: "boolean", status_code: "integer|null" },
  },
  "notification.read": { since: "2026-11-01", on: ["user"], meta: { count: "integer" } },
  "notification.settings": { since: "2026-11-23", on: ["user"], meta: { digest: "boolean", kinds: "array" } },
  "oauth.authorize": { since: "2026-11-01", on: ["connection"], meta: { client: "string" } },
  "oauth.consent": {
    since: "2026-11-01",
    on: ["connection"],
    meta: {
      client: "string",
      client_id: "string",
      days: "integer",
      ...connectionLimits,
    },
  },
  "oauth.refresh": { since: "2026-11-01", on: ["connection"], meta: { client: "string" } },
  "oauth.register": { since: "2026-11-01", on: ["connection"], meta: { client: "string" } },
  "oauth.reuse": { since: "2026-11-01", on: ["connection"], meta: { client: "string", what: "string" } },
  "oauth.revoke": { since: "2026-11-01", on: ["connection"], meta: { client_id: "string" } },
  "oauth.token": { since: "2026-11-01", on: ["connection"], meta: { client: "string" } },
  "policy.secret_found": { since: "2026-11-22", on: ["doc"], meta: { findings: "integer", rules: "array" } },
  "policy.updated": { since: "2026-11-22", on: ["workspace"], meta: { from: "object", to: "object" } },
  "record.created": { since: "2026-11-23", on: ["doc"], meta: recorded },
  "record.deleted": { since: "2026-11-23", on: ["doc"], meta: recorded },
  "record.imported": {
    since: "2026-11-23",
    on: ["doc"],
    meta: {
      created: "integer",
      database_id: "string",
      failed: "integer",
      format: "string",
      name: "string",
      skipped: "integer",
      table_id: "integer",
      updated: "integer",
    },
  },
  "record.restored": { since: "2026-11-23", on: ["doc"], meta: { ...recorded, restored: "integer" } },
  "record.updated": { since: "2026-11-23", on: ["doc"], meta: recorded },
  "root.create": { since: "2026-11-01", on: ["root"], meta: { name: "string", slug: "string" } },
  "root.delete": {
    since: "2026-11-01",
    on: ["root"],
    meta: { moved_docs: "integer", name: "string", slug: "string", target: "string" },
  },
  "root.update": {
    since: "2026-11-01",
    on: ["root"],
    meta: { description: "string|null", icon: "string|null", name: "string", previous: "object", slug: "string" },
  },
  "shortcut.create": {
    since: "2026-11-01",
    on: ["shortcut"],
    meta: { folder: "string", root: "string", target: "object" },
  },
  "shortcut.delete": { since: "2026-11-01", on: ["shortcut"], meta: { folder: "string", root: "string" } },
  "shortcut.update": {
    since: "2026-11-01",
    on: ["shortcut"],
    meta: { icon: "string|null", label: "string|null", position: "integer" },
  },
  "storage.recount": {
    since: "2026-11-23",
    on: ["workspace"],
    meta: { accounts: "integer", bytes: "integer", bytes_was: "integer" },
  },
  "token.create": { since: "2026-11-01", on: ["token"], meta: { name: "string", ttl_days: "integer" } },
  "token.revoke": { since: "2026-11-01", on: ["token"], meta: { email: "string", name: "string" } },
  "trash.empty": { since: "2026-11-01", on: ["trash"], meta: { docs: "integer" } },
  "upload.create": { since: "2026-11-01", on: ["upload"], meta: { doc_id: "string", filename: "string" } },
  "upload.stage": { since: "2026-11-01", on: ["upload"], meta: { filename: "string", size: "integer" } },
  "watch.create": {
    since: "2026-11-23",
    on: ["watch"],
    meta: watched,
  },
  "watch.delete": {
    since: "2026-11-23",
    on: ["watch"],
    meta: { doc_id: "string|null" },
  },
  "watch.mute": {
    since: "2026-11-23",
    on: ["watch"],
    meta: watched,
  },
  "webhook.create": { since: "2026-11-22", on: ["webhook"], meta: { events: "array", host: "string", ...connected } },
  "webhook.delete": { since: "2026-11-22", on: ["webhook"], meta: { host: "string" } },
  "webhook.pause": { since: "2026-11-22", on: ["webhook"], meta: { host: "string", reason: "string" } },
  "webhook.recover": {
    since: "2026-11-22",
    on: ["webhook"],
    meta: { only: "string", queued: "integer", since: "string", until: "string" },
  },
  "webhook.redeliver": {
    since: "2026-11-22",
    on: ["webhook"],
    meta: { delivery_id: "integer", event_id: "integer" },
  },
  "webhook.rotate_secret": {
    since: "2026-11-22",
    on: ["webhook"],
    meta: { force: "boolean", overlap_seconds: "integer" },
  },
  "webhook.test": { since: "2026-11-22", on: ["webhook"], meta: { test: "boolean", url: "string" } },
  "webhook.update": {
    since: "2026-11-22",
    on: ["webhook"],
    meta: { active: "boolean", events: "array", host: "string", taken_over: "boolean", ...connected },
  },
  "wiki.update": {
    since: "2026-11-23",
    on: ["workspace"],
    meta: {
      changed: "array",
      enabled: "boolean",
      indexable: "boolean",
      navigation_id: "integer|null",
      reason: "string",
    },
  },
  "workspace.instructions": { since: "2026-11-01", on: ["workspace"], meta: { chars: "integer" } },
  "workspace.update": {
    since: "2026-11-23",
    on: ["workspace"],
    meta: { name: "string", usage: "object|null", viewer_domains: "array" },
  },
} as const;
