// The code beside a mailed link: eight digits, for the browser that asked, and five tries (rules: signin/codes).
import { randomInt } from "node:crypto";
import { type Runtime, type Sql, sha256Bytes } from "../../kernel/plugin.ts";
import type { LoginLink } from "./links_store.ts";

export const CODE_DIGITS = 8;
export const CODE_TRIES_MAX = 5;

/** A new code, and what is kept of it: only the server's secret tells whether another is the same. */
export function makeCode(signer: Runtime["signer"]): { code: string; code_mac: Uint8Array } {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  return { code, code_mac: macOf(signer, code) };
}

/** As it stands in a mail: two groups that are read and typed at a time. */
export function inGroups(code: string): string {
  return `${code.slice(0, CODE_DIGITS / 2)} ${code.slice(CODE_DIGITS / 2)}`;
}

function macOf(signer: Runtime["signer"], code: string): Uint8Array {
  return sha256Bytes(signer.sign("signin.code", { c: code }, null));
}

/** Whether a code is the one of a link. */
export function isCodeOf(signer: Runtime["signer"], link: { code_mac: Uint8Array }, code: string): boolean {
  return Buffer.from(macOf(signer, code)).equals(link.code_mac);
}

/**
 * The link that this browser last asked to have sent to an address, held, with this try counted; null where there is none that can be
 * used, or where the tries are over. A refusal keeps the count.
 */
export async function holdForTry(
  sql: Sql,
  { nonce_sha256, email, now }: { nonce_sha256: Uint8Array; email: string; now: Date },
): Promise<(LoginLink & { code_mac: Uint8Array; is_over: boolean }) | null> {
  const [link] = await sql<(LoginLink & { code_mac: Uint8Array; code_tries: number })[]>`
    select l.link_id, l.user_id, l.email, l.nonce_sha256, l.next_path, l.mailed, l.code_mac, l.code_tries
    from login_links l left join users u on u.user_id = l.user_id
    where l.nonce_sha256 = ${nonce_sha256} and lower(l.email) = lower(${email}) and l.code_mac is not null
      and l.used_at is null and l.expires_at > ${now} and (l.user_id is null or lower(u.email) = lower(l.email))
    order by l.link_id desc limit 1 for update of l`;
  if (!link) return null;
  const { code_tries, ...rest } = link;
  await sql`update login_links set code_tries = code_tries + 1 where link_id = ${link.link_id}`;
  return { ...rest, is_over: code_tries >= CODE_TRIES_MAX };
}
