// The formats that a declared variable of the environment may have beyond its type,
// each with what to say of a text that has it not.
import ipaddr from "ipaddr.js";
import { isEmailAddress, senderAddress } from "../base/email_address.ts";

interface Format {
  /** What is wrong with the text and what to give instead, to follow the variable's name; null where it is right. */
  findFault(raw: string): string | null;
  /** The text as the server works with it; as it is without. */
  normalise?(raw: string): string;
}

const SECRET_CHARS_MIN = 32;
const PORT_MAX = 65_535;
/** A name of the DNS (RFC 1123, 2.1), which no row of numbers alone is. */
const HOST_NAME = /^(?=.*[a-z])([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i;

/** Faults of a text with a credential in it do not repeat it. */
export const FORMATS: Readonly<Record<string, Format>> = {
  uri: {
    findFault: (raw) => (hasScheme(raw, /^https?:$/) ? null : `is "${raw}": give an address that begins with https://`),
  },
  origin: {
    findFault: (raw) => {
      if (!URL.canParse(raw)) return `is "${raw}": give an address such as https://docs.example.com`;
      const { protocol, pathname, search, hash, username, origin } = new URL(raw);
      if (!/^https?:$/.test(protocol)) return `is "${raw}": it must start with http:// or https://`;
      if (pathname === "/" && !search && !hash && !username) return null;
      return `is "${raw}": it must have no path, because cookies and well-known addresses live at the root of a host; use ${origin} and a host name of its own`;
    },
    normalise: (raw) => new URL(raw).origin,
  },
  "postgres-url": {
    findFault: (raw) =>
      hasScheme(raw, /^postgres(ql)?:$/)
        ? null
        : "is not a Postgres address: use postgres://user:password@host:5432/database",
  },
  "smtp-url": {
    findFault: (raw) =>
      hasScheme(raw, /^smtps?:$/) && new URL(raw).hostname !== ""
        ? null
        : "is not an SMTP address: use smtp://user:password@host:587 or smtps://user:password@host:465",
  },
  "e-mail": {
    findFault: (raw) => (isEmailAddress(raw) ? null : `is "${raw}": give one e-mail address such as docs@example.com`),
  },
  "mail-sender": {
    findFault: (raw) =>
      senderAddress(raw) === null
        ? `is "${raw}": give one e-mail address such as docs@example.com, or one with a name, as Docs <docs@example.com>`
        : null,
  },
  secret: {
    findFault: (raw) =>
      raw.length >= SECRET_CHARS_MIN
        ? null
        : `has ${raw.length} characters: give at least ${SECRET_CHARS_MIN} random ones, or unset it to have one made under DATA_DIR`,
  },
  "address-list": {
    findFault: (raw) => {
      const odd = splitList(raw).find((one) => !ipaddr.isValid(one) && !ipaddr.isValidCIDR(one));
      return odd === undefined
        ? null
        : `holds "${odd}": give addresses or ranges such as 10.0.0.0/8, separated by commas`;
    },
  },
  "host-name": {
    findFault: (raw) =>
      HOST_NAME.test(raw) ? null : `is "${raw}": give a host name such as docs.example.com, without a scheme or port`,
  },
  "host-list": {
    findFault: (raw) => {
      const odd = splitList(raw).find(
        (one) => !ipaddr.isValid(one) && !ipaddr.isValidCIDR(one) && !HOST_NAME.test(one),
      );
      return odd === undefined
        ? null
        : `holds "${odd}": give host names, addresses or ranges such as receiver.internal and 10.0.0.0/8, separated by commas`;
    },
  },
  "origin-list": {
    findFault: (raw) => {
      const odd = splitList(raw).find((one) => !hasScheme(one, /^https?:$/) || new URL(one).origin !== one);
      return odd === undefined
        ? null
        : `holds "${odd}": give origins such as https://client.example.com, without a path, separated by commas`;
    },
  },
  "name-server-list": {
    findFault: (raw) => {
      const odd = splitList(raw).find((one) => !isNameServer(one));
      return odd === undefined
        ? null
        : `holds "${odd}": give addresses of name servers such as 9.9.9.9 or 127.0.0.1:5353, separated by commas`;
    },
  },
  listen: {
    findFault: (raw) => {
      const cut = raw.lastIndexOf(":");
      const text = raw.slice(cut + 1);
      const port = Number(text);
      const isPort = text !== "" && Number.isInteger(port) && port >= 0 && port <= PORT_MAX;
      const host = raw.slice(0, Math.max(0, cut)).replace(/^\[(.*)\]$/, "$1");
      if (isPort && (cut < 0 || ipaddr.isValid(host) || HOST_NAME.test(host))) return null;
      return `is "${raw}": give a whole number from 0 to ${PORT_MAX}, or address:port such as 10.0.0.5:9464`;
    },
  },
};

/** The entries of a list that is separated by commas. */
export function splitList(raw: string): string[] {
  return raw
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** An address, or one with a port; that of IPv6 is in brackets then. */
function isNameServer(text: string): boolean {
  if (ipaddr.isValid(text)) return true;
  const [, address, port] = /^(?:\[([^\]]+)\]|[^:]+):(\d+)$/.exec(text) ?? [];
  const host = address ?? text.slice(0, text.lastIndexOf(":"));
  return port !== undefined && Number(port) >= 1 && Number(port) <= PORT_MAX && ipaddr.isValid(host);
}

function hasScheme(raw: string, schemes: RegExp): boolean {
  return URL.canParse(raw) && schemes.test(new URL(raw).protocol);
}
