// The address that an invite's mail carries: signed from a random nonce, so that it can be written again and is stored as a hash.
import { type House, randomToken, sha256Bytes } from "../../../kernel/plugin.ts";
import type { InviteLink } from "../store/invites.ts";

const PURPOSE = "invite";

/** Makes a link's secret. */
export function makeLink(house: House): InviteLink {
  const nonce = randomToken();
  return { nonce, token_sha256: hashToken(tokenOf(house, nonce)) };
}

/** The link of a nonce, as long as the server's SECRET is that of its making. */
export function linkOf(house: House, nonce: string): { url: string; token_sha256: Uint8Array } {
  const token = tokenOf(house, nonce);
  return { url: `${house.config.base_url}/u/invite/${token}`, token_sha256: hashToken(token) };
}

/** What is stored of a token. */
export function hashToken(token: string): Uint8Array {
  return sha256Bytes(token);
}

function tokenOf(house: House, nonce: string): string {
  return house.signer.sign(PURPOSE, { n: nonce }, null);
}
