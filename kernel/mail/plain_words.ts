// Words of people in mails that we send:
// a name or title must not carry a link or an address of its writer's choosing to a stranger.

/** Breaks and control characters, and what is not seen but the joiners that some scripts and emoji are written with. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const SCHEME = /[:：][/／]{2}/g;
const AT = /[@＠﹫]/g;
const FOUR_NUMBERS = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g;
/** A dot with a letter behind it and something that a host name may end in before it, in every form that browsers take for one. */
const HOST_DOT = /(?<=[^\s"'([„“‚‘«])[.．。｡․﹒](?=[\u200c\u200d]*\p{L})/gu;

/** One line of at most `chars_max` characters in which what a mail program or a reader could take for a link or address falls apart. */
export function plainWords(text: string, chars_max: number): string {
  const line = text
    .replace(UNSEEN, "")
    .replace(SCHEME, " ")
    .replace(AT, " ")
    .replace(FOUR_NUMBERS, (address) => address.replaceAll(".", " "))
    .replace(HOST_DOT, " ")
    .replace(BREAKS, " ")
    .trim();
  const chars = [...line];
  return chars.length > chars_max ? `${chars.slice(0, chars_max - 1).join("")}…` : line;
}

const NAME_CHARS_MAX = 60;

/** How a mail names somebody who had it sent: the subject by their name alone, the text with the address of their account. */
export function namesInMail(person: { name: string | null; email: string | null }): { subject: string; text: string } {
  const name = plainWords(person.name ?? "", NAME_CHARS_MAX);
  const subject = name || "Somebody";
  if (person.email === null) return { subject, text: subject };
  return { subject, text: name ? `${name} (${person.email})` : person.email };
}

/**
 * The address by which mails to one mailbox are counted: without case, without the tag that most providers ignore, and for the
 * largest of them without the dots that it ignores too.
 */
export function mailboxOf(address: string): string {
  const [name = "", host = ""] = address.toLowerCase().split("@");
  const tag = name.indexOf("+");
  const bare = tag > 0 ? name.slice(0, tag) : name;
  return /^(?:gmail|googlemail)\.com$/.test(host) ? `${bare.replaceAll(".", "")}@gmail.com` : `${bare}@${host}`;
}
