// Webhooks: listed, made, changed and removed (rules: webhooks/who).
import {
  type Call,
  DAY_MS,
  later,
  nextCursor,
  pagesOf,
  paging,
  refuse,
  t,
  type WriteCall,
} from "../../../kernel/plugin.ts";
import { chosenOutside, demandReachable, readChosenAddress } from "../../../kernel/ports/outbound.ts";
import { workspaceManager } from "../../members/port.ts";
import { capOf, operation } from "../../operation.ts";
import { actionsPort } from "../actions.ts";
import { type Connection, checkConnection, checkEvents, connectionHook, type SentConnection } from "../connections.ts";
import { readEvents } from "../filter.ts";
import { keptWebhook, managedWebhook } from "../permits.ts";
import {
  ConnectionFields,
  CreatedWebhook,
  connectionMembers,
  Webhook,
  WebhookDetail,
  WebhookEvents,
  WebhookUrl,
} from "../schemas.ts";
import { sealSecret } from "../secrets.ts";
import { showDetail, showWebhook } from "../showing.ts";
import { makeSecret } from "../signing.ts";
import { readStats } from "../store/deliveries.ts";
import { changeWebhook, deleteWebhook, insertWebhook, listWebhooks, type WebhookRow } from "../store/webhooks.ts";

const WHAT = "webhook url";
const PAGES = pagesOf("webhooks", (at) => ({ webhook_id: at.id("webhook_id") }));
const pathId = t.Object({ id: t.Id({ description: "The webhook." }) });

export const readWebhooks = operation({
  id: "webhook.list",
  route: "GET /api/webhooks",
  tool: { name: "list_webhooks", wording: "List the workspace's webhooks and what each is told of." },
  summary: "Lists the workspace's webhooks, oldest first",
  description:
    "On a plan without webhooks it answers those that were made on a better one, and 402 where there is none.",
  query: t.Object({ ...paging({ maximum: 200 }) }),
  output: t.Object({ webhooks: t.Array(Webhook), ...nextCursor }),
  permit: workspaceManager(),
  refuses: [402],
  async run({ subject, sql, use, runtime }, { query }) {
    const found = await listWebhooks(sql, { workspace_id: subject.workspace.id, ...PAGES.options(query) });
    // Those of a better plan are there to be removed; where there is none, there is nothing but the plan to speak of.
    if (found.length === 0) runtime.plans.demand("webhooks", subject);
    const { rows, next } = PAGES.page(found, query);
    return { webhooks: rows.map((row) => showWebhook(row, use(actionsPort))), ...next };
  },
});

export const readWebhook = operation({
  id: "webhook.get",
  route: "GET /api/webhooks/{id}",
  summary: "Shows a webhook, and how it has done lately",
  params: pathId,
  output: WebhookDetail,
  permit: managedWebhook(),
  gate: "webhooks",
  async run({ subject, sql, now, use }) {
    const stats = await readStats(sql, { webhook_id: subject.webhook_id, since: later(now, -DAY_MS) });
    return showDetail(subject, stats, { actions: use(actionsPort), now });
  },
});

export const createWebhook = operation({
  id: "webhook.create",
  route: "POST /api/webhooks",
  tool: {
    name: "create_webhook",
    wording:
      "Have events of the workspace sent to an address. The signing secret is not shown here: people get it in the app.",
    gives: ["id", "url", "events", "active", "created_at", "secret_set", "unknown_events"],
  },
  summary: "Has events sent to an address",
  description: "The signing secret is in this answer and nowhere else.",
  body: t.Object({ url: WebhookUrl, events: t.Optional(WebhookEvents), ...connectionMembers }),
  elsewhere: {
    active: { hint: "a new one is active; switch it off with PATCH /api/webhooks/{id}", holds: () => true },
    secret: { hint: "the service makes it, and shows it in the answer" },
  },
  output: CreatedWebhook,
  status: 201,
  permit: workspaceManager(),
  // Titles go where we cannot tell who reads them.
  opens: () => "public",
  gate: "webhooks",
  unrepeatable: "the answer holds the signing secret, which is shown once",
  audit: "webhook.create",
  refuses: [404, 409],
  rules: ({ body }) => {
    readChosenAddress(body.url, WHAT);
    checkConnection(body);
  },
  prepare: async ({ runtime, ...call }, { body }) => {
    await demandConnection({ runtime, ...call }, connectionOf(body));
    const url = readChosenAddress(body.url, WHAT);
    await demandReachable(url, chosenOutside(runtime.config), WHAT);
    return url.href;
  },
  async run({ subject, sql, runtime, now, note, use }, { body }, url) {
    const secret = makeSecret();
    const webhooks_max = capOf(runtime, "webhooks_per_workspace");
    const made = await insertWebhook(sql, {
      workspace_id: subject.workspace.id,
      url,
      events: readEvents(body.events),
      secret_sealed: sealSecret(runtime.encrypter, secret),
      webhooks_max,
      now,
      connection: { ...columnsOf(body), owner_id: subject.user_id },
    });
    if (!made) throw refuse.conflict(`a workspace has at most ${webhooks_max} webhooks; remove one that nobody needs`);
    const { webhook_id, events } = made;
    note("webhook.create", {
      target_type: "webhook",
      target_id: webhook_id,
      meta: { host: new URL(url).host, events, ...connectedMeta(made) },
    });
    return { ...showWebhook(made, use(actionsPort)), secret };
  },
});

export const updateWebhook = operation({
  id: "webhook.update",
  route: "PATCH /api/webhooks/{id}",
  tool: {
    name: "update_webhook",
    wording: "Change where a webhook leads and what it is told of, or pause it with active: false.",
    gives: ["id", "url", "events", "active", "fields"],
  },
  summary: "Changes a webhook, pauses it or takes it up again",
  description:
    "While it is paused no new event is sent to it; what was tried before is tried again as it would have been.",
  params: pathId,
  body: t.Object({
    url: t.Optional(WebhookUrl),
    events: t.Optional(WebhookEvents),
    active: t.Optional(t.Boolean({ description: "false pauses it." })),
    fields: t.Optional(ConnectionFields),
    take_over: t.Optional(
      t.Literal(true, { description: "Makes it yours, and takes it up where its owner was why it is paused." }),
    ),
  }),
  output: Webhook,
  permit: managedWebhook(),
  // Whoever pauses it opens nothing.
  opens: ({ body: { url, events, active, fields, take_over } }) =>
    url || events || active || fields || take_over ? "public" : null,
  gate: "webhooks",
  audit: "webhook.update",
  rules: ({ body }) => void (body.url === undefined || readChosenAddress(body.url, WHAT)),
  prepare: async ({ runtime, subject, ...call }, { body }) => {
    const { fields, events } = body;
    const { database_doc_id, table_id } = subject;
    if (events) checkEvents(events, subject);
    if (fields && (database_doc_id === null || table_id === null))
      throw refuse.invalid("fields are those of a connection to a table; this webhook is none");
    // Nobody leads elsewhere, or widens, what they may not read themselves.
    if (database_doc_id !== null && (body.url ?? fields ?? events ?? body.take_over)) {
      const named = fields ?? (body.take_over ? subject.fields : null);
      await demandConnection({ runtime, ...call }, { database_doc_id, table_id, fields: named });
    }
    if (body.url === undefined) return undefined;
    const url = readChosenAddress(body.url, WHAT);
    if (url.href !== subject.url) await demandReachable(url, chosenOutside(runtime.config), WHAT);
    return url.href;
  },
  async run(call, { body }, url) {
    const { events, fields, take_over } = body;
    const isResumed = take_over && call.subject.paused_reason === "owner";
    const active = body.active ?? (isResumed ? true : undefined);
    const changed = await change(call, {
      ...(take_over ? { owner_id: call.actor.user_id } : {}),
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: readEvents(events) }),
      ...(active === undefined ? {} : { active }),
      ...(fields === undefined ? {} : { fields }),
    });
    return showWebhook(changed, call.use(actionsPort));
  },
});

/** Changes what is named, in the caller's transaction, and answers the webhook as it is then. */
async function change(
  { subject, sql, now, note }: WriteCall<WebhookRow>,
  wanted: Omit<Parameters<typeof changeWebhook>[2], "now">,
): Promise<WebhookRow> {
  if (Object.keys(wanted).length === 0) return subject;
  const changed = await changeWebhook(sql, subject, { ...wanted, now });
  if (!changed) throw refuse.notFound("webhook not found");
  const host = new URL(changed.url).host;
  const meta = {
    ...{ host, events: changed.events, active: changed.active, ...connectedMeta(changed) },
    ...(wanted.owner_id !== undefined && { taken_over: true }),
  };
  note("webhook.update", { target_type: "webhook", target_id: changed.webhook_id, meta });
  return changed;
}

export const removeWebhook = operation({
  id: "webhook.delete",
  route: "DELETE /api/webhooks/{id}",
  summary: "Removes a webhook and all that was to be sent to it",
  description: "On every plan.",
  params: pathId,
  output: t.Object({ deleted: t.Literal(true), id: t.Integer() }),
  permit: keptWebhook(),
  refuses: [402],
  opens: null,
  audit: "webhook.delete",
  async run(call) {
    await remove(call);
    return { deleted: true as const, id: call.subject.webhook_id };
  },
});

/** Removes a webhook in the caller's transaction. */
async function remove({ subject, sql, note }: WriteCall<WebhookRow>): Promise<void> {
  const { webhook_id, url } = subject;
  if (!(await deleteWebhook(sql, subject))) throw refuse.notFound("webhook not found");
  note("webhook.delete", { target_type: "webhook", target_id: webhook_id, meta: { host: new URL(url).host } });
}

/** What a connection is told, for whoever asks later which answers went where. */
function connectedMeta({ database_doc_id: database_id, table_id, fields }: WebhookRow) {
  return database_id === null ? {} : { database_id, table_id, fields };
}

function connectionOf({ database_id, table_id, fields }: SentConnection): Connection | null {
  if (database_id === undefined) return null;
  return { database_doc_id: database_id, table_id: table_id ?? null, fields: fields ?? null };
}

function columnsOf({ database_id, table_id, fields, provider }: SentConnection) {
  return {
    database_doc_id: database_id ?? null,
    table_id: table_id ?? null,
    fields: fields ? [...fields] : null,
    provider: provider ?? null,
  };
}

/** Throws 404 for what the caller may not open, and 400 where nothing here has databases. */
async function demandConnection(
  { runtime, sql, now, actor }: Pick<Call, "runtime" | "sql" | "now" | "actor">,
  connection: Connection | null,
): Promise<void> {
  if (!connection) return;
  const answers = await runtime.callHook(connectionHook, { sql, now, actor, connection });
  if (answers.length === 0) throw refuse.invalid("database_id: this server has no databases to be told of");
}
