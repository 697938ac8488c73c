// What an e-mail address is, for whoever is told one and for whatever is sent to one.
import { isLongerThan } from "./characters.ts";

/** As mail servers have it (RFC 5321, 4.5.3.1.3, less the angle brackets). */
export const EMAIL_CHARS_MAX = 254;
// A dot-atom or its internationalised form (RFC 5322, 3.2.3; RFC 6531): nothing that could end the address or start another.
const ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:@"]+@[^\s\p{Cc}<>()\\,;:@"]+$/u;
// With one of these an address looks like another's: they are not seen, or turn what stands beside them.
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

export function isEmailAddress(text: string): boolean {
  return !isLongerThan(text, EMAIL_CHARS_MAX) && ADDRESS.test(text) && !UNSEEN.test(text);
}

/** The bare address of a sender such as `docs@example.com` or `Docs <docs@example.com>`; null for what is neither. */
export function senderAddress(text: string): string | null {
  const address = /^[^<>,;:@\p{Cc}]+<([^<>]+)>$/u.exec(text)?.[1] ?? text;
  return isEmailAddress(address) ? address : null;
}
