// The address that an invite's mail carries:
// signed from a random nonce, so that it can be written again and is stored as a hash.
import { type Runtime, randomToken, sha256Bytes } from "../../../kernel/plugin.ts";
import type { InviteLink } from "../store/invites.ts";

const PURPOSE = "invite";

/** Makes a link's secret. */
export function makeLink(runtime: Runtime): InviteLink {
  const nonce = randomToken();
  return { nonce, token_sha256: hashToken(tokenOf(runtime, nonce)) };
}

/** The link of a nonce, as long as the server's SECRET is that of its making. */
export function linkOf(runtime: Runtime, nonce: string): { url: string; token_sha256: Uint8Array } {
  const token = tokenOf(runtime, nonce);
  return { url: `${runtime.config.base_url}/u/invite/${token}`, token_sha256: hashToken(token) };
}

/** What is stored of a token. */
export function hashToken(token: string): Uint8Array {
  return sha256Bytes(token);
}

function tokenOf(runtime: Runtime, nonce: string): string {
  return runtime.signer.sign(PURPOSE, { n: nonce }, null);
}
