// Decides whether a request to the content host may read a document, and by which road
// (rules: content/readers, content/handoff; RFC 7617 for passwords).
import { type Actor, type RequestFacts, type Runtime, refuse, type VisibilityLimit } from "../../kernel/plugin.ts";
import { networkHook } from "../../kernel/ports/access.ts";
import { readViewerCookie, type ViewerOptions, viewerHook } from "../../kernel/ports/auth.ts";
import { passwordKey, type ReaderKey, viewerKey } from "./capability.ts";
import { isForeign, isNavigation } from "./fetch_metadata.ts";
import type { Opened } from "./live_page.ts";
import { refusePassword } from "./password_check.ts";
import { mayRead, readsOf } from "./readers.ts";
import type { ServedDocument, ServedDocuments } from "./served.ts";
import { servedPort } from "./served_port.ts";
import { isUnlocked } from "./unlocked.ts";

/** How a reader got in. */
export type Entrance =
  /** The address alone opens it. */
  | { by: "link" }
  /** A signed-in reader, or one who knows the password; `key` stands for them in capabilities. */
  | { by: "proof"; key: ReaderKey; opened: Exclude<Opened, { by: "link" }> }
  /** Nobody is known yet, or a member to whom it is closed: the app host signs them in, or shows them where to ask. */
  | { by: "nobody" };

export interface Asked {
  runtime: Runtime;
  documents: ServedDocuments;
  request: RequestFacts;
  now: Date;
}

/** What an address names. */
interface Addressed {
  slug: string;
  /** Of the file that is wanted of it. */
  path?: string | undefined;
}

/** The live document of a slug on the host that the request came to, or null. Throws the refusal of its workspace's rule about networks. */
export async function findDocument({ documents, runtime, request, now, slug, path }: Asked & Addressed) {
  const document = await documents.find(request.content_host, slug, { now, path });
  if (document) await demandNetwork(document, { runtime, request, now, readers: document.visibility });
  return document;
}

/** Throws the refusal of the workspace's rule about networks for what is open to such `readers`. */
export async function demandNetwork(
  { workspace_id }: Pick<ServedDocument, "workspace_id">,
  { runtime, request, now, readers }: Pick<Asked, "runtime" | "request" | "now"> & { readers: VisibilityLimit },
): Promise<void> {
  await runtime.callHook(networkHook, { workspace_id, host: "content", ip: request.ip, readers, actor: null, now });
}

/**
 * Reads the proof that a request brings by itself: the viewer cookie, the password, or the cookie of one that was typed. Throws 401 for a missing or wrong
 * password, 404 for a reader who may not know of the document and for a page of somebody else's that asks in their name.
 */
export async function enter(document: ServedDocument, asked: Asked): Promise<Entrance> {
  if (document.visibility === "unlisted") return { by: "link" };
  // Browsers send a password that they know to whoever asks for a picture or script, so the asker is looked at first.
  if (isForeign(asked.request.headers)) throw refuse.notFound("not found");
  if (document.visibility === "password") {
    const key = await enterByPassword(document, asked);
    return { by: "proof", key, opened: { by: "password", password_hash: document.password_hash ?? "" } };
  }
  const claims = readViewerCookie(asked.runtime.signer, asked.request, asked.now);
  const viewer = claims && (await asked.runtime.identifier.identifyViewer(claims));
  if (!viewer) return { by: "nobody" };
  if (!(await mayRead(asked.runtime, document, viewer))) {
    if (await isLedElsewhere(document, viewer, asked)) return { by: "nobody" };
    throw refuse.notFound("not found");
  }
  return { by: "proof", key: viewerKey(claims), opened: { by: "person", reader: viewer } };
}

/** Whether the app host has a page for a member of the workspace to whom the document is closed. */
async function isLedElsewhere(
  document: ServedDocument,
  viewer: Actor,
  { runtime, request, now }: Asked,
): Promise<boolean> {
  if (viewer.workspace.id !== document.workspace_id || !isNavigation(request.headers)) return false;
  const host = request.content_host;
  const paths = await runtime.callHook(viewerHook, { actor: viewer, host, slug: document.slug, now });
  return paths.some((path) => path !== null);
}

async function enterByPassword(document: ServedDocument, asked: Asked): Promise<ReaderKey> {
  const { slug, password_hash } = document;
  const { headers, network } = asked.request;
  const given = basicPassword(headers);
  if (given === null && isUnlocked(asked.runtime, document, asked))
    return passwordKey(asked.runtime, password_hash ?? "");
  if (given === null || password_hash === null) throw refusePassword(slug);
  const right = await asked.documents.passwords({ slug, password_hash, given, network, now: asked.now });
  if (!right) throw refusePassword(slug);
  return passwordKey(asked.runtime, password_hash);
}

/** The password of HTTP Basic; any user name will do. */
function basicPassword(headers: Headers): string | null {
  const match = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(headers.get("authorization") ?? "");
  if (!match) return null;
  const pair = Buffer.from(match[1] ?? "", "base64").toString("utf8");
  const cut = pair.indexOf(":");
  return cut < 0 ? null : pair.slice(cut + 1);
}

/**
 * Throws 403 on the app host for a signed-in person outside the workspace of a workspace document: who sees a sign-in
 * page there knows already that the document exists, and should be told whose account it takes. To a domain nobody is sent who
 * reads nothing of its workspace, whatever the slug leads to: whoever holds its DNS would learn who they are.
 */
export async function refuseOutsider(runtime: Runtime, { actor, host, slug, now }: ViewerOptions): Promise<null> {
  const { workspace_id, origin } = host;
  if (workspace_id !== null && !(await readsOf(runtime, workspace_id, actor))) {
    throw refuse.framework(
      "forbidden",
      `what is closed at ${new URL(origin).host} is open to members of its workspace; you are signed in as ${actor.email}, who is not one of them`,
    );
  }
  const document = await runtime.use(servedPort).find(host, slug, { now });
  if (document?.visibility !== "workspace" || document.workspace_id === actor.workspace.id) return null;
  if (await mayRead(runtime, document, actor)) return null;
  throw refuse.framework(
    "forbidden",
    `this document is open to the members of its workspace; you are signed in as ${actor.email}, who is not one of them`,
  );
}
