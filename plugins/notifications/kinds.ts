// The kinds of notices: those that whoever follows a document is told of, and all that the running plugins declare.
import { BootError, type NoticeKind, noticeKindsHook, type Runtime } from "../../kernel/plugin.ts";

export const CREATED = "doc.created";
export const UPDATED = "doc.updated";
export const MOVED = "doc.moved";
export const SHARED = "doc.shared";
export const DELETED = "doc.deleted";
export const CHAT_STOPPED = "chat.stopped";

export const OWN_KINDS: readonly NoticeKind[] = [
  {
    kind: CREATED,
    title: "New documents in folders and spaces you watch",
    channels: { app: true, email: true, chat: true },
  },
  {
    // Whoever works with agents would get a mail every quarter of an hour.
    kind: UPDATED,
    title: "New versions of documents you follow",
    channels: { app: true, email: false, chat: false },
  },
  {
    kind: MOVED,
    title: "Documents you follow are moved",
    channels: { app: true, email: false, chat: false },
  },
  {
    kind: SHARED,
    title: "Documents you follow are shared",
    channels: { app: true, email: false, chat: false },
  },
  {
    kind: DELETED,
    title: "Documents you follow are deleted or expire",
    channels: { app: true, email: true, chat: false },
  },
  {
    kind: CHAT_STOPPED,
    title: "Your chat takes no messages any more",
    channels: { app: true, email: true, chat: false },
  },
];

/** Every kind that a running plugin declares, by name. */
export async function listKinds({ callHook }: Pick<Runtime, "callHook">): Promise<NoticeKind[]> {
  const kinds = (await callHook(noticeKindsHook, undefined)).flat();
  return kinds.sort((one, other) => (one.kind < other.kind ? -1 : 1));
}

/** Where a target of the kind is shown by a page of its own; null where there is none. */
export function pageOf(
  { config, pathOf }: Pick<Runtime, "config" | "pathOf">,
  kind: NoticeKind | undefined,
  targetId: string,
): string | null {
  const path = kind?.page === undefined ? null : pathOf(kind.page);
  return path === null ? null : config.base_url + path.replace(/\{\w+\}/, encodeURIComponent(targetId));
}

/** The kinds by name; throws for one that nobody declares. */
export async function findKind(runtime: Pick<Runtime, "callHook">, name: string): Promise<NoticeKind> {
  const kind = (await listKinds(runtime)).find((one) => one.kind === name);
  if (!kind) throw new Error(`no plugin declares the kind of notice "${name}"`);
  return kind;
}

/** Throws BootError for a kind that two plugins declare. */
export function refuseTwins({ callHookAtOnce }: Pick<Runtime, "callHookAtOnce">): void {
  const names = callHookAtOnce(noticeKindsHook, undefined).flatMap((answer) =>
    answer instanceof Promise ? [] : answer.map((one) => one.kind),
  );
  const twin = names.find((name, index) => names.indexOf(name) !== index);
  if (twin !== undefined) throw new BootError(`the kind of notice "${twin}" is declared twice; give one another name`);
}
