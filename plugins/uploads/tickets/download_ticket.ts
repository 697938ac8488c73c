// The download ticket: an address that fetches one file for ten minutes as the person who made it,
// while that person could.
import {
  type Actor,
  type Call,
  type IdentifyCall,
  isJsonObject,
  later,
  MINUTE_MS,
  type Permit,
  type PermitCall,
  refuse,
} from "../../../kernel/plugin.ts";
import {
  type Author,
  authorOf,
  identifyAuthor,
  readSessionClaims,
  sessionClaims,
} from "../../../kernel/ports/access.ts";
import type { LoadedDocument } from "../../documents/port/read.ts";
import { documentNamed } from "../../documents/port/read.ts";

const PURPOSE = "download";
const LIFETIME_MS = 10 * MINUTE_MS;

/** One file of one version: whoever has the address gets what its maker looked at, whatever is published meanwhile. */
export interface Downloadable {
  doc_id: string;
  path: string;
  version: number;
}

/**
 * The address's last segment. No row is kept: what it opens, for whom and by which token stands in it, sealed with the
 * server's secret, and everything that may have changed since is looked up again when it is used.
 */
export function signDownload(
  { runtime }: Pick<PermitCall, "runtime">,
  claims: DownloadClaims,
  expires_at: Date,
): string {
  const { user_id, workspace_id, token_id, doc_id, path, version } = claims;
  const own = { user: user_id, workspace: workspace_id, token: token_id, ...sessionClaims(claims) };
  return runtime.signer.sign(PURPOSE, { ...own, doc: doc_id, path, version }, expires_at);
}

/** When a ticket made now ends. */
export function expiryOfDownload(now: Date): Date {
  return later(now, LIFETIME_MS);
}

/** The address by which the caller's file is fetched for ten minutes, by whoever has it, while the caller may view the document. */
export function downloadAddress(
  call: Pick<Call<unknown, false>, "runtime" | "actor" | "request" | "now">,
  { doc_id, path, version }: Downloadable,
): { url: string; expires_at: string } {
  const expires_at = expiryOfDownload(call.now);
  const ticket = signDownload(call, { ...authorOf(call), doc_id, path, version }, expires_at);
  return { url: `${call.runtime.config.content_url}/download/${ticket}`, expires_at: expires_at.toISOString() };
}

export interface DownloadClaims extends Downloadable, Author {}

function readClaims({ runtime, now }: Pick<PermitCall, "runtime" | "now">, ticket: string): DownloadClaims | null {
  const payload = runtime.signer.verify(PURPOSE, ticket, now);
  if (!isJsonObject(payload)) return null;
  const { user, workspace, token = null, doc, path, version } = payload;
  if (typeof user !== "number" || typeof workspace !== "number" || typeof doc !== "string") return null;
  if (typeof path !== "string" || typeof version !== "number") return null;
  if (token !== null && typeof token !== "number") return null;
  const session = readSessionClaims(payload);
  return { user_id: user, workspace_id: workspace, token_id: token, session, doc_id: doc, path, version };
}

/**
 * The person who made the ticket, as long as they are active and the token or the session that made it holds. Throws the one 404 for all
 * tickets that do not hold, and 429 for an address that keeps trying.
 */
export async function identifyDownloader(call: IdentifyCall, params: Readonly<Record<string, string>>): Promise<Actor> {
  const claims = readClaims(call, params["ticket"] ?? "");
  if (!claims) throw await refuseTicket(call);
  const { workspace_id: within } = call.request.content_host;
  if (within !== null && within !== claims.workspace_id) throw await refuseTicket(call);
  const author = await identifyAuthor(call, claims);
  if (typeof author === "string") throw await refuseTicket(call);
  return author;
}

async function refuseTicket(call: IdentifyCall): Promise<Error> {
  await call.runtime.quotas.takeFor("bad_ticket", call);
  return refuse.notFound("this download link is not valid or has expired; ask for a new one");
}

/** What the ticket opens, for its maker as they are now; throws 404 once the document is closed to them. */
export function downloadByTicket(): Permit<{ document: LoadedDocument; file: Downloadable }> {
  return {
    needs: "the ticket's maker to hold view on the document",
    check: async (call, input) => {
      const file = readClaims(call, String(input.params["ticket"]));
      if (!file) throw new Error("a ticket that had been identified is gone");
      return { document: await documentNamed("view", file.doc_id).check(call, input), file };
    },
  };
}
