// The page of notifications and what its forms do; under /auth, where a form from another origin is refused.
import {
  answerPage,
  type Call,
  KERNEL_BOUNDS,
  refuse,
  seeOther,
  sessionOnly,
  signedIn,
  t,
} from "../../../kernel/plugin.ts";
import { chosenOutside, demandReachable } from "../../../kernel/ports/outbound.ts";
import { findDocuments, readingAddress } from "../../documents/port/read.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { pageForm, servePageFile, signedInPage } from "../../pages.ts";
import { CHAT_FORMATS } from "../chat/formats.ts";
import { listKinds } from "../kinds.ts";
import { notificationsStyle } from "../pages/assets.ts";
import { DONE, type Done, notificationsPage, type ShownWatch } from "../pages/notifications_page.ts";
import type { Told } from "../pages/told_section.ts";
import { SETTINGS_PATH } from "../settings_path.ts";
import { showNotifications } from "../showing.ts";
import { countUnread, findNotifications, markRead, NOTIFICATIONS } from "../store/notifications.ts";
import { deleteWatch, listWatches, type WatchRow } from "../store/watches.ts";
import { CHAT_WHAT, dropChat, keepChat, noteTried, readChat, tryChat } from "./chat.ts";
import { change, showSettings } from "./settings.ts";

/** Of a page; older ones are on the next. */
const TOLD_MAX = 20;
const WATCHES_MAX = 200;
const KINDS_MAX = 200;

export const showPage = operation({
  id: "notification.page",
  route: "GET /auth/notifications",
  summary: "What you were told, and what you are told of where, as a page",
  query: t.Object({
    done: t.Optional(t.OneOf(DONE, { description: "What has just been done." })),
    older: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
  }),
  ...signedInPage,
  permit: signedIn(),
  async run(call, { query }) {
    const { actor, sql, runtime } = call;
    const rows = await listWatches(sql, { actor, after: null, limit: WATCHES_MAX + 1 });
    const shown = rows.slice(0, WATCHES_MAX);
    const docs = await findDocuments(
      { ...call, actor },
      shown.flatMap((row) => row.doc_id ?? []),
    );
    const watches = shown.flatMap((row): ShownWatch[] => {
      const { watch_id, muted } = row;
      if (row.doc_id === null) return [{ watch_id, muted, name: folderName(row), url: null }];
      const doc = docs.get(row.doc_id);
      return doc ? [{ watch_id, muted, name: doc.title, url: readingAddress(doc) }] : [];
    });
    const settings = await showSettings(sql, { actor, runtime });
    const told = await readTold(call, query.older);
    const has_more = rows.length > shown.length;
    return answerPage(notificationsPage({ actor, told, settings, watches, has_more, done: query.done ?? null }), {
      holds_no_secret: true,
    });
  },
});

async function readTold(call: Call, older: string | undefined): Promise<Told> {
  const { sql, actor } = call;
  const page = { limit: TOLD_MAX, cursor: older };
  const options = { actor, unread: false, kind: null, ...NOTIFICATIONS.options(page) };
  const { rows, next } = NOTIFICATIONS.page(await findNotifications(sql, options), page);
  return {
    notices: await showNotifications(call, rows),
    unread: await countUnread(sql, actor),
    next_cursor: next.next_cursor ?? null,
    is_later_page: Boolean(older),
  };
}

export const sendRead = operation({
  id: "notification.page.read",
  route: "POST /auth/notifications/read",
  summary: "Marks what you were told as read from the page",
  form: t.Object({
    upto: t.Id({ description: "The newest on the page; what came later stays unread." }),
  }),
  ...pageForm,
  permit: () => sessionOnly("mark what you were told as read here"),
  opens: null,
  audit: "notification.read",
  async run({ actor, sql, now, note }, { form }) {
    const count = await markRead(sql, { actor, now, which: { upto: form.upto } });
    if (count > 0) note("notification.read", { target_type: "user", target_id: actor.user_id, meta: { count } });
    return back("read");
  },
});

/** What is ticked; a box that is not sends nothing. */
const ticked = t.Optional(
  t.Array(t.String({ maxLength: 64 }), { maxItems: KINDS_MAX, description: "The kinds that are told there." }),
);

export const sendChoices = operation({
  id: "notification.page.settings",
  route: "POST /auth/notifications",
  summary: "Changes what you are told of from the page",
  form: t.Object({
    app: ticked,
    email: ticked,
    chat: ticked,
    digest: t.Optional(t.OneOf(["on"], { description: "Sent while mails are gathered." })),
  }),
  ...pageForm,
  permit: () => sessionOnly("choose what you are told of here"),
  opens: ({ form }) => (form.chat?.length ? "public" : null),
  audit: "notification.settings",
  async run(call, { form }) {
    const known = (await listKinds(call.runtime)).map(({ kind }) => kind);
    const unknown = [form.app, form.email, form.chat]
      .flatMap((names) => names ?? [])
      .find((name) => !known.includes(name));
    if (unknown !== undefined) throw refuse.invalid(`kind "${unknown}" is not allowed; use one of ${known.join(", ")}`);
    const has = (names: string[] | undefined, kind: string) => names?.includes(kind) ?? false;
    const kinds = known.map((kind) => ({
      kind,
      app: has(form.app, kind),
      email: has(form.email, kind),
      chat: has(form.chat, kind),
    }));
    await change(call, { kinds, digest: form.digest === "on" });
    return back("saved");
  },
});

export const sendChat = operation({
  id: "notification.page.chat",
  route: "POST /auth/notifications/chat",
  summary: "Gives, tries or removes your chat from the page",
  form: t.Object({
    action: t.OneOf(["save", "test", "remove"], { description: "What becomes of it." }),
    url: t.Optional(
      t.String({ maxLength: manifest.caps.webhook_url_chars, description: "With save, the address to keep." }),
    ),
    format: t.Optional(t.OneOf(["", ...CHAT_FORMATS], { description: "With save, how messages are written." })),
  }),
  ...pageForm,
  permit: () => sessionOnly("give your chat here"),
  quota: { name: "chat_test", when: ({ form }) => form.action === "test" },
  opens: ({ form }) => (form.action === "save" ? "public" : null),
  audit: ["notification.chat", "notification.chat.test"],
  refuses: [409],
  prepare: async (call, { form }) => {
    if (form.action === "remove") return null;
    if (form.action === "test") return { does: "test" as const, posted: await tryChat(call) };
    const read = readChat({ url: form.url ?? "", format: form.format || undefined });
    await demandReachable(read.url, chosenOutside(call.runtime.config), CHAT_WHAT);
    return { does: "save" as const, read };
  },
  async run(call, _input, ready) {
    if (ready === null) {
      await dropChat(call);
      return back("chat_removed");
    }
    if (ready.does === "save") {
      await keepChat(call, ready.read);
      return back("chat_saved");
    }
    await noteTried(call, ready.posted);
    return back(ready.posted.delivered ? "arrived" : "failed");
  },
});

export const sendUnwatch = operation({
  id: "notification.page.watch",
  route: "POST /auth/notifications/watch/{watch_id}",
  summary: "Takes a watch, or what is muted, off your list",
  description: "What you wrote or commented on you follow then as if you had never said anything.",
  params: t.Object({ watch_id: t.Id({ description: "The watch." }) }),
  ...pageForm,
  permit: () => sessionOnly("change what you watch here"),
  opens: null,
  audit: "watch.delete",
  refuses: [404],
  async run({ actor, sql, note }, { params: { watch_id } }) {
    const gone = await deleteWatch(sql, { actor, watch_id });
    if (!gone) throw refuse.notFound("watch not found");
    note("watch.delete", { target_type: "watch", target_id: watch_id, meta: { doc_id: gone.doc_id } });
    return back("unwatched");
  },
});

export const readPageStyle = servePageFile({
  id: "notification.style",
  route: "GET /auth/pages/notifications.css",
  summary: "The stylesheet of the notifications page",
  file: notificationsStyle,
});

function back(done: Done): Response {
  return seeOther(`${SETTINGS_PATH}?done=${done}`);
}

function folderName({ folder, root }: WatchRow): string {
  if (root === null) return `My documents / ${folder}`;
  return folder ? `${root.name} / ${folder}` : root.name;
}
