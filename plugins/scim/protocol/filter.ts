// The filters that the surface knows: one term, `attribute operator value` (RFC 7644, 3.4.2.2).
import { type Refusal, refuse } from "../../../kernel/plugin.ts";
import { bareAttribute } from "./urns.ts";

const FILTER_OPERATORS = ["eq", "ne", "co", "sw", "ew", "pr"] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** A term over a text; `value` is null for `pr` alone. */
export interface TextTerm<Attribute extends string> {
  attribute: Attribute;
  operator: FilterOperator;
  value: string | null;
}

export type UserFilter = TextTerm<"email" | "external_id"> | { attribute: "active"; operator: "eq"; value: boolean };
export type GroupFilter = TextTerm<"name" | "external_id">;

const USER_ATTRIBUTES = {
  username: "email",
  emails: "email",
  "emails.value": "email",
  externalid: "external_id",
} as const;
const GROUP_ATTRIBUTES = { displayname: "name", externalid: "external_id" } as const;

const USER_WORDS = "userName, emails, emails.value, externalId or active";
const GROUP_WORDS = "displayName or externalId";

/** Throws 400 `invalidFilter` for what is not one term over an attribute of users. */
export function readUserFilter(text: string): UserFilter {
  const { attribute, operator, rest } = readTerm(text);
  if (attribute === "active") return readActive(text, { operator, rest });
  const known = memberOf(USER_ATTRIBUTES, attribute);
  if (!known) throw refuseFilter(text, `filter by ${USER_WORDS}`);
  return { attribute: known, operator, value: readValue(text, { operator, rest }) };
}

/** Throws 400 `invalidFilter` for what is not one term over an attribute of groups. */
export function readGroupFilter(text: string): GroupFilter {
  const { attribute, operator, rest } = readTerm(text);
  const known = memberOf(GROUP_ATTRIBUTES, attribute);
  if (!known) throw refuseFilter(text, `filter by ${GROUP_WORDS}`);
  const value = readValue(text, { operator, rest });
  // Names are kept in NFC, and found by whatever form a provider writes.
  return { attribute: known, operator, value: known === "name" ? (value?.normalize("NFC") ?? null) : value };
}

interface Term {
  attribute: string;
  operator: FilterOperator;
  /** What follows the operator. */
  rest: string;
}

function readTerm(text: string): Term {
  const match = /^\s*([A-Za-z][\w.:$-]*)\s+([A-Za-z]+)(?:\s+(\S.*?))?\s*$/s.exec(text);
  const operator = FILTER_OPERATORS.find((known) => known === match?.[2]?.toLowerCase());
  if (!match || !operator) {
    throw refuseFilter(text, `send one term, as in userName eq "ann@example.com", with ${FILTER_OPERATORS.join(", ")}`);
  }
  return { attribute: bareAttribute(match[1] ?? ""), operator, rest: match[3] ?? "" };
}

function readActive(text: string, { operator, rest }: Omit<Term, "attribute">): UserFilter {
  const value = /^("?)(true|false)\1$/i.exec(rest)?.[2]?.toLowerCase();
  if (operator !== "eq" || !value) throw refuseFilter(text, "active takes eq true or eq false");
  return { attribute: "active", operator, value: value === "true" };
}

function readValue(text: string, { operator, rest }: Omit<Term, "attribute">): string | null {
  if (operator === "pr") {
    if (rest === "") return null;
    throw refuseFilter(text, "pr takes no value, and only one term is supported");
  }
  const value = parseText(rest);
  if (value === null)
    throw refuseFilter(text, "the value has to be one text in double quotes, and only one term is supported");
  return value;
}

/** A JSON text that can be stored, and nothing else, or null. */
export function parseText(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" && !value.includes("\0") && value.isWellFormed() ? value : null;
  } catch {
    return null;
  }
}

function memberOf<T extends object>(table: T, name: string): T[keyof T] | undefined {
  return Object.hasOwn(table, name) ? table[name as keyof T] : undefined;
}

function refuseFilter(text: string, wayOut: string): Refusal {
  return refuse.invalid(`filter "${text.slice(0, 120)}" is not supported; ${wayOut}`, { scimType: "invalidFilter" });
}
