// What an authorization request asks for, read and held to the rules in their order
// (rules: oauth/redirects; OAuth 2.1, 4.1.1).
import { isLongerThan } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";
import { limitsOfResource } from "./resources.ts";

/** A request whose client and redirect address hold; kept on the server while the person signs in and decides. */
export interface Authorization {
  client_id: string;
  redirect_uri: string;
  state: string | null;
  code_challenge: string;
  resource: string | null;
  prompt: "consent" | "none" | null;
}

/** What goes back to the client instead. */
export interface AuthorizationError {
  error: string;
  error_description: string;
}

const STATE_CHARS_MAX = manifest.caps.oauth_state_chars;
const ONCE = ["response_type", "code_challenge", "code_challenge_method", "scope", "state", "prompt"];

/** The one value of a parameter; null without one or with several. */
export function single(search: URLSearchParams, name: string): string | null {
  const values = search.getAll(name);
  return values.length === 1 ? (values[0] ?? null) : null;
}

/** The state to send back, even with an error; a state that is too long is no state. */
export function stateOf(search: URLSearchParams): string | null {
  const state = single(search, "state");
  return state !== null && !isLongerThan(state, STATE_CHARS_MAX) ? state : null;
}

/** Reads what comes after the client and its redirect address. */
export function readAuthorization(
  search: URLSearchParams,
  known: { client_id: string; redirect_uri: string; base_url: string },
): Authorization | AuthorizationError {
  const repeated = ONCE.find((name) => search.getAll(name).length > 1);
  if (repeated) return invalid(`${repeated} is given more than once`);
  const responseType = search.get("response_type");
  if (!responseType) return invalid("response_type is missing; send code");
  if (responseType !== "code") {
    return { error: "unsupported_response_type", error_description: "response_type must be code" };
  }
  const challenge = search.get("code_challenge");
  if (!challenge) return invalid("code_challenge is missing; PKCE is required");
  if (search.get("code_challenge_method") !== "S256") return invalid("code_challenge_method must be S256");
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) return invalid("code_challenge must be the base64url of a SHA-256");
  if ((search.get("state")?.length ?? 0) > STATE_CHARS_MAX) {
    return invalid(`state has at most ${STATE_CHARS_MAX} characters`);
  }
  const resources = search.getAll("resource");
  const [resource = null] = resources;
  if (resources.some((one) => one !== resource) || (resource && !limitsOfResource(resource, known.base_url))) {
    return { error: "invalid_target", error_description: `resource must be ${known.base_url}/mcp` };
  }
  const prompt = search.get("prompt");
  const { client_id, redirect_uri } = known;
  return {
    client_id,
    redirect_uri,
    state: stateOf(search),
    code_challenge: challenge,
    resource: resource || null,
    // Other prompts (login, select_account) ask for less than this server does anyway.
    prompt: prompt === "consent" || prompt === "none" ? prompt : null,
  };
}

function invalid(error_description: string): AuthorizationError {
  return { error: "invalid_request", error_description };
}
