// The code that opens a document once in a frame of the app, whose pages share no cookie with the content host:
// 60 seconds, one use, one reader, one document (rules: content/framed_once).
import { later, type RequestFacts, type Runtime, randomToken, SECOND_MS } from "../../kernel/plugin.ts";
import { handoverHook, sessionKey, useOnce } from "../../kernel/ports/auth.ts";
import type { ContentHost } from "../../kernel/ports/http.ts";
import { makeCapability, viewerKey } from "./capability.ts";
import { FRAMED } from "./framed.ts";
import type { ServedDocument } from "./served.ts";

/** The query that holds it, behind the reader's capability in the path. */
export const FRAME_CODE = "_frame";
const CODE_SECONDS = 60;

export interface FrameAddress {
  url: string;
  expires_at: Date;
}

/**
 * The address at which a frame shows a document to somebody who may view it, who is signed in to the app in this browser. Null
 * without a session. It is signed, so that asking for it writes nothing; what the page asks for beside it comes by the capability.
 */
export async function makeFrameAddress(
  runtime: Runtime,
  {
    document,
    reader,
    request,
    now,
  }: {
    document: Pick<ServedDocument, "slug" | "workspace_id">;
    reader: { user_id: number; epoch: number };
    request: RequestFacts;
    now: Date;
  },
): Promise<FrameAddress | null> {
  const session = sessionKey(request.headers);
  if (session === null) return null;
  const host = await hostOf(runtime, document.workspace_id);
  const key = viewerKey({ ...reader, session, since: now.getTime() });
  const capability = makeCapability(runtime, document, { request: { ...request, content_host: host }, now, key });
  const expires_at = later(now, CODE_SECONDS * SECOND_MS);
  const code = runtime.signer.sign("frame", { i: randomToken(), c: sealOf(capability) }, expires_at);
  return { url: `${host.origin}/d/${document.slug}/${capability}/?${FRAMED}=1&${FRAME_CODE}=${code}`, expires_at };
}

/** Takes a code once, behind the capability that it was made with; false for one that is forged, another's, over or used. */
export async function takeFrameCode(
  runtime: Runtime,
  { code, capability, now }: { code: string; capability: string; now: Date },
): Promise<boolean> {
  const payload = runtime.signer.verify("frame", code, now);
  if (payload?.["c"] !== sealOf(capability) || typeof payload["i"] !== "string") return false;
  return useOnce(runtime.database.sql, payload["i"], now);
}

/** Names one capability. */
function sealOf(capability: string): string {
  return capability.slice(capability.lastIndexOf(".") + 1);
}

/** Where a workspace gives its documents out, or the shared host while nobody is handed over to that. */
async function hostOf(runtime: Runtime, workspace_id: number): Promise<ContentHost> {
  const { contentHosts } = runtime;
  await contentHosts.awaitCurrent();
  const host = contentHosts.named(new URL(contentHosts.originOf(workspace_id)).host);
  if (!host || host.workspace_id === null) return contentHosts.shared;
  const reasons = await runtime.callHook(handoverHook, { host });
  return reasons.some((reason) => reason !== null) ? contentHosts.shared : host;
}
