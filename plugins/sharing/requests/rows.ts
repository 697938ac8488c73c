// A request for access as a row, and what it comes to at a moment beside the document as that is now.
import { DAY_MS, later } from "../../../kernel/plugin.ts";
import { type Level, reaches } from "../../places/port.ts";

/** A request stands for so long, and so does the link in its mail (rules: sharing/pending). */
export const REQUEST_DAYS = 30;
const RETRY_MS = DAY_MS;
/** While a request is pending, its asker may look this often. */
const POLL_SECONDS = 5;

/** What a request depends on: when any of it changes, the request is void (rules: sharing/pending). */
export interface Ground {
  owner_id: number;
  visibility: string;
  root_id: number | null;
  folder: string;
}

export interface RequestRow {
  request_id: number;
  workspace_id: number;
  document_id: number;
  user_id: number;
  message: string;
  status: "pending" | "approved" | "denied" | "void";
  seen_owner_id: number;
  seen_visibility: string;
  seen_root_id: number | null;
  seen_folder: string;
  created_at: Date;
  expires_at: Date;
  decided_at: Date | null;
  decided_by: number | null;
  grant_id: number | null;
  revoked_at: Date | null;
}

export type RequestState = "pending" | "approved" | "denied" | "expired" | "invalidated";

/** What a request comes to now, as those see it who decide. */
export function stateOfRequest(request: RequestRow, ground: Ground, now: Date): RequestState {
  if (request.status === "void") return "invalidated";
  if (request.status !== "pending") return request.status;
  if (!isSameGround(request, ground)) return "invalidated";
  return request.expires_at <= now ? "expired" : "pending";
}

function isSameGround(request: RequestRow, ground: Ground): boolean {
  return (
    request.seen_owner_id === ground.owner_id &&
    request.seen_visibility === ground.visibility &&
    request.seen_root_id === ground.root_id &&
    request.seen_folder === ground.folder
  );
}

export const STANDINGS = ["none", "pending", "granted", "denied", "expired", "revoked", "ineligible"] as const;

/** How the asker stands (rules: sharing/requests). */
export interface Standing {
  status: (typeof STANDINGS)[number];
  can_request: boolean;
  /** Seconds until it is worth asking again; null where nothing is awaited. */
  poll_after: number | null;
  /** Of a pending request. */
  expires_at?: string;
  /** When a denied or revoked person may ask again. */
  retry_at?: string;
}

/** Of whoever waits. */
export const PENDING = { status: "pending", can_request: false, poll_after: POLL_SECONDS } as const;

/** A document as its asker's standing depends on it. */
export type AskedFor = Ground & { level: Level };

/** Whether somebody with this level would have to ask: nothing else is closed to a member who has the address. */
export function isClosed({ level, visibility }: Pick<AskedFor, "level" | "visibility">): boolean {
  return !reaches(level, "view") && (visibility === "restricted" || visibility === "workspace");
}

/**
 * How somebody stands with a document, `null` for one that does not exist, or not to them: that looks like one which they
 * have not asked for yet.
 */
export function standingOf(document: AskedFor | null, request: RequestRow | null, now: Date): Standing {
  if (!document) return plain("none", true);
  if (reaches(document.level, "view")) return plain(request?.status === "approved" ? "granted" : "ineligible", false);
  if (!isClosed(document)) return plain("ineligible", false);
  if (!request) return plain("none", true);
  switch (stateOfRequest(request, document, now)) {
    case "pending":
      return { ...PENDING, expires_at: request.expires_at.toISOString() };
    case "approved":
      return retriable("revoked", request.revoked_at ?? request.decided_at, now);
    case "denied":
      return retriable("denied", request.decided_at, now);
    case "expired":
      return plain("expired", true);
    case "invalidated":
      return plain("none", true);
  }
}

/** Of whoever does not wait. */
export function plain(status: Standing["status"], can_request: boolean): Standing {
  return { status, can_request, poll_after: null };
}

function retriable(status: Standing["status"], since: Date | null, now: Date): Standing {
  const retryAt = since ? later(since, RETRY_MS) : now;
  return retryAt <= now ? plain(status, true) : { ...plain(status, false), retry_at: retryAt.toISOString() };
}
