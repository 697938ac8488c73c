// Challenges that a device signs: each for one purpose, one browser and one use, in a signed ticket and not in a row.
import { later, MINUTE_MS, type RequestFacts, type Runtime, randomToken, type Sql } from "../../kernel/plugin.ts";
import { useOnce } from "../../kernel/ports/auth.ts";
import { bindBrowser, isBoundHere } from "../signin/port.ts";

const MINUTES = 10;
const SECONDS = MINUTES * 60;

/** What a challenge was given out for; a ticket of one is worthless for the other. */
export type Purpose = "add" | "sign_in";

export interface Challenge {
  /** base64url of random bytes. */
  challenge: string;
  /** Of one to add: for whom, and by what their devices know them. */
  user_id: number | null;
  user_handle: string | null;
}

/** A new challenge with its ticket, and the cookie that binds both to the browser. */
export function giveChallenge(
  { signer, request, now }: { signer: Runtime["signer"]; request: RequestFacts; now: Date },
  { purpose, user_id = null, user_handle = null }: { purpose: Purpose } & Partial<Challenge>,
): { challenge: string; ticket: string; cookie: string } {
  const challenge = randomToken(256);
  const { nonce_sha256, cookie } = bindBrowser(request.headers, SECONDS);
  const n = Buffer.from(nonce_sha256).toString("hex");
  const claims = { c: challenge, n, u: user_id, h: user_handle };
  const ticket = signer.sign(`passkeys.${purpose}`, claims, later(now, MINUTES * MINUTE_MS));
  return { challenge, ticket, cookie };
}

/** The challenge of a ticket, where it is genuine, of this purpose, not over and of this browser; else null. */
export function readChallenge(
  { signer, request, now }: { signer: Runtime["signer"]; request: RequestFacts; now: Date },
  { purpose, ticket }: { purpose: Purpose; ticket: string },
): Challenge | null {
  const claims = signer.verify(`passkeys.${purpose}`, ticket, now);
  if (!claims) return null;
  const { c, n, u, h } = claims;
  if (typeof c !== "string" || typeof n !== "string" || !isBoundHere(request.headers, Buffer.from(n, "hex")))
    return null;
  return {
    challenge: c,
    user_id: typeof u === "number" ? u : null,
    user_handle: typeof h === "string" ? h : null,
  };
}

/** Takes a challenge; false where it was taken before. */
export function useChallenge(sql: Sql, { challenge }: Challenge, now: Date): Promise<boolean> {
  return useOnce(sql, `passkey:${challenge}`, now, SECONDS);
}
