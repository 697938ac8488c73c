// The codes by which the OAuth endpoints say no (RFC 6749, 5.2; RFC 7591, 3.2.2; RFC 8707, 2);
// the error format puts them into the answer.
import { type Refusal, refuse } from "../../kernel/plugin.ts";

export type OauthCode =
  | "invalid_request"
  | "invalid_grant"
  | "invalid_target"
  | "unsupported_grant_type"
  | "invalid_client_metadata"
  | "invalid_redirect_uri";

/** 400 with one of the codes. */
export function refuseOauth(error: OauthCode, message: string): Refusal {
  return refuse.framework("invalid", message, { error });
}

/** 401: nobody registered under this id, or it was removed because it was not used. */
export function refuseClient(): Refusal {
  return refuse.framework("unauthenticated", "the client_id is unknown; register again", { error: "invalid_client" });
}
