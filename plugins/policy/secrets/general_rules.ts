// Secrets that no maker's form tells:
// private keys, addresses with a password in them, and what is assigned to a telling name.
import { entropyOf, isPlaceholder, type SecretRule } from "./rule.ts";

const KEY_BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7";

const WEAK =
  /^(?:pass(?:word|wd)?\d{0,4}|pwd|secret|user(?:name)?|admin|root|guest|test\w{0,6}|foo|bar|baz|hello|token|postgres|mysql|redis|mongo|rabbitmq|docker|dev|demo|local|p[a4]ss[wv]?[o0]?r?d?!?|hunter2|correct.*|[x*.•]+|\W.*)$/i;
const DOCUMENTED_HOST =
  /^(?:localhost|127\.|0\.0\.0\.0|\[|10\.|192\.168\.|host(?:name)?$|server$|db$|database$|[a-z0-9_-]+$|.*\bexample\b|.*\.(?:test|invalid|local|localhost|example)$)/i;
const DIGEST_NAME =
  /(?:hash|sha\d*|digest|checksum|fingerprint|public|_id|Id|ID|name|url|uri|path|file|type|length|size)["'`\]]*[ \t]*[=:]/;
/** Keys and tokens by name that open nothing: where a thing is found, where a list goes on, what anybody may know. */
const HARMLESS_NAMES: readonly { ends: RegExp; before: RegExp }[] = [
  {
    ends: /^[_-]?key/i,
    before:
      /(?:cache|idempotency|partition|sort|primary|foreign|shard|routing|object|translation|i18n|site|host|pub|public|publishable)$/i,
  },
  { ends: /^token/i, before: /(?:page|continuation|sync|cursor|resume|csrf|xsrf|public)[_-]?$/i },
];
const NAME_CHARS_MAX = 30;
/** What a key is known by: 40 digits in capitals, https://www.rfc-editor.org/rfc/rfc4880#section-12.2. */
const FINGERPRINT = /^[0-9A-F]{40}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Written in the cases that names are written in. */
function cased(...words: string[]): string[] {
  return words.flatMap((word) => [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)]);
}

export const GENERAL_RULES: readonly SecretRule[] = [
  {
    id: "private_key",
    what: { en: "a private key", de: "einem privaten Schlüssel" },
    source: "https://www.rfc-editor.org/rfc/rfc7468",
    marks: ["-----BEGIN "],
    // The header, lines that describe it, and a first line of the key itself, which documentation leaves out.
    pattern:
      /-----BEGIN (?:RSA |EC |DSA |OPENSSH |PGP )?PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]|[A-Za-z-]{1,20}: [^\n]{0,100}\n){1,12}([A-Za-z0-9+/]{40,})/y,
    example: ["-----BEGIN ", "PRIVATE KEY-----", "\n", KEY_BODY, "\n"],
    isLikely: (secret) => !isPlaceholder(secret.slice(0, 64)) && entropyOf(secret.slice(0, 64)) > 3.5,
  },
  {
    id: "connection_string",
    what: { en: "an address with a password in it", de: "einer Adresse mit einem Passwort darin" },
    source: "https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1",
    marks: ["://"],
    pattern:
      /(?<=(?:postgres|postgresql|mysql|mariadb|mongodb|mongodb\+srv|redis|rediss|amqp|amqps|sqlserver|mssql|clickhouse|nats|ftp|sftp|smtp|smtps|ldap|ldaps|https?)):\/\/([^\s:/@"'`<>${}]{0,80}):([^\s/@"'`<>${}]{6,200})@([A-Za-z0-9.[\]-]{1,253})/y,
    example: ["post", "gres", "://app", ":", "q7Zk2mVx9RtB", "@db-3", ".acme", ".io"],
    isLikely: (_secret, [, user = "", password = "", host = ""]) =>
      password !== user && !WEAK.test(password) && !isPlaceholder(password) && !DOCUMENTED_HOST.test(host),
  },
  {
    id: "assigned_secret",
    what: { en: "a secret that is assigned to a name", de: "einem Geheimnis, das einem Namen zugewiesen ist" },
    source: "https://owasp.org/www-community/vulnerabilities/Use_of_hard-coded_password",
    marks: [
      ...cased("secret", "token", "passw", "pwd", "credential"),
      ...["_key", "-key", "Key", "_KEY", "apikey", "APIKEY"],
    ],
    pattern:
      /(?:secret|token|passw(?:or)?d|passphrase|pwd|credential|[_-]?key)s?[\w-]{0,30}["'`]?\]?[ \t]{0,8}(?:=>|:=|[=:])[ \t]{0,8}["'`]?([A-Za-z0-9+/=_~!@#%^&*.-]{20,200})(?![A-Za-z0-9+/=_~!@#%^&*.([-])/iy,
    example: ["client_", "secret = ", '"', "q7Zk2mVx9RtB4nWc8LyD5sHg", '"'],
    isLikely: (secret, match) => !DIGEST_NAME.test(match[0]) && !isHarmlessName(match) && isRandom(secret),
  },
];

function isHarmlessName({ 0: whole, index, input }: RegExpExecArray): boolean {
  const name = input.slice(Math.max(0, index - NAME_CHARS_MAX), index);
  return HARMLESS_NAMES.some(({ ends, before }) => ends.test(whole) && before.test(name));
}

/** As a machine draws them: of all kinds of characters, and none of them often. */
function isRandom(secret: string): boolean {
  if (isPlaceholder(secret) || UUID.test(secret) || /^[./~]|:\/\/|\.(?:[a-z]{2,5})$/.test(secret)) return false;
  if (FINGERPRINT.test(secret)) return false;
  if (/^[0-9a-f]+$/i.test(secret)) return secret.length >= 32 && entropyOf(secret) > 3;
  const digits = secret.replace(/[^0-9]/g, "").length;
  const isMixed = digits >= 2 && /[a-z]/.test(secret) && /[A-Z]/.test(secret);
  // Words joined by signs are names: TOKEN_URL_2, a-slug-of-a-page.
  const run = secret.split(/[^A-Za-z0-9]+/).reduce((one, other) => (other.length > one.length ? other : one), "");
  const isName = /[a-z]{7}/.test(run) || !/\d/.test(run);
  return isMixed && !isName && run.length >= 16 && entropyOf(secret) > 3.7;
}
