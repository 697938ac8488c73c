// The download ticket: an address that fetches one file for ten minutes as the person who made it, while that person could.
import {
  type Actor,
  type Call,
  findLiveToken,
  type IdentifyCall,
  isJsonObject,
  later,
  MINUTE_MS,
  type Permit,
  type PermitCall,
  refuse,
} from "../../../kernel/mod.ts";
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
export function signDownload({ house }: Pick<PermitCall, "house">, claims: DownloadClaims, expires_at: Date): string {
  const { user_id, workspace_id, token_id, epoch, doc_id, path, version } = claims;
  const payload = { user: user_id, workspace: workspace_id, token: token_id, epoch, doc: doc_id, path, version };
  return house.signer.sign(PURPOSE, payload, expires_at);
}

/** When a ticket made now ends. */
export function expiryOfDownload(now: Date): Date {
  return later(now, LIFETIME_MS);
}

/** The address by which the caller's file is fetched for ten minutes, by whoever has it, while the caller may view the document. */
export function downloadAddress(
  { house, actor, now }: Pick<Call<unknown, false>, "house" | "actor" | "now">,
  file: Downloadable,
): { url: string; expires_at: string } {
  const { doc_id, path, version } = file;
  const token_id = actor.token?.id ?? null;
  const epoch = token_id === null ? actor.epoch : null;
  const maker = { user_id: actor.user_id, workspace_id: actor.workspace.id, token_id, epoch };
  const expires_at = expiryOfDownload(now);
  const ticket = signDownload({ house }, { ...maker, doc_id, path, version }, expires_at);
  return { url: `${house.config.content_url}/download/${ticket}`, expires_at: expires_at.toISOString() };
}

export interface DownloadClaims extends Downloadable {
  user_id: number;
  workspace_id: number;
  token_id: number | null;
  /** Of a ticket that a session made, which ends with all of its person's; null for a token's. */
  epoch: number | null;
}

function readClaims({ house, now }: Pick<PermitCall, "house" | "now">, ticket: string): DownloadClaims | null {
  const payload = house.signer.verify(PURPOSE, ticket, now);
  if (!isJsonObject(payload)) return null;
  const { user, workspace, token = null, epoch = null, doc, path, version } = payload;
  if (typeof user !== "number" || typeof workspace !== "number" || typeof doc !== "string") return null;
  if (typeof path !== "string" || typeof version !== "number") return null;
  if (token !== null && typeof token !== "number") return null;
  if (epoch !== null && typeof epoch !== "number") return null;
  return { user_id: user, workspace_id: workspace, token_id: token, epoch, doc_id: doc, path, version };
}

/**
 * The person who made the ticket, as long as they are active and the token or the sessions that made it hold. Throws the one 404 for all
 * tickets that do not hold, and 429 for an address that keeps trying.
 */
export async function identifyDownloader(call: IdentifyCall, params: Readonly<Record<string, string>>): Promise<Actor> {
  const claims = readClaims(call, params["ticket"] ?? "");
  const person = claims && (await call.house.identifier.identifyId(claims.user_id));
  if (!claims || person?.workspace.id !== claims.workspace_id) throw await refuseTicket(call);
  const { workspace_id: within } = call.request.content_host;
  if (within !== null && within !== claims.workspace_id) throw await refuseTicket(call);
  const { user_id, token_id, epoch } = claims;
  if (token_id === null && epoch !== person.epoch) throw await refuseTicket(call);
  const token = token_id === null ? null : await findLiveToken(call.sql, { token_id, user_id, now: call.now });
  if (token_id !== null && !token) throw await refuseTicket(call);
  return { ...person, credential: "ticket", token };
}

async function refuseTicket(call: IdentifyCall): Promise<Error> {
  await call.house.quotas.takeFor("bad_ticket", call);
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
