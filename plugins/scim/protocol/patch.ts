// A PATCH as a list of operations (RFC 7644, 3.5.2), read into what it comes to for a user or a group.
import { isJsonObject, refuse } from "../../../kernel/plugin.ts";
import { parseText } from "./filter.ts";
import { bareAttribute, PATCH_MESSAGE } from "./urns.ts";
import { readActive, readDisplayName, readExternalId, readMembers, readUserName } from "./values.ts";

/** A body as the schema takes it: members under their declared names, their values as they came. */
export interface PatchBody {
  schemas?: unknown;
  Operations?: readonly { op?: unknown; path?: unknown; value?: unknown }[];
}

export interface PatchOperation {
  op: "add" | "replace" | "remove";
  /** Without the schema's name, in lower case; null where the value is an object of attributes. */
  path: string | null;
  /** As it was sent, for a value within brackets. */
  sent_path: string | null;
  value: unknown;
}

/** What a PATCH or PUT asks of a user; what is absent stays. */
export interface UserChange {
  active?: boolean;
  email?: string;
  external_id?: string | null;
}

/** One step of a group's membership; they are taken in order. */
export type MemberStep = { do: "set" | "add" | "remove"; refs: readonly string[] };

/** What a PATCH or PUT asks of a group. */
export interface GroupChange {
  name?: string;
  external_id?: string | null;
  members: readonly MemberStep[];
}

/** Throws 400 `invalidSyntax` for what is no list of operations. */
export function readOperations({ schemas, Operations }: PatchBody): PatchOperation[] {
  if (schemas !== undefined && !isPatch(schemas))
    throw refuseSyntax(`schemas of a PATCH has to be ["${PATCH_MESSAGE}"]`);
  if (Operations === undefined || Operations.length === 0)
    throw refuseSyntax("Operations is missing or empty; send at least one operation");
  return Operations.map(({ op, path, value }, index) => {
    const name = typeof op === "string" ? op.trim().toLowerCase() : "";
    if (name !== "add" && name !== "replace" && name !== "remove") {
      throw refuseSyntax(`op of operation ${index + 1} is ${shown(op)}; use add, replace or remove`);
    }
    if (path !== undefined && path !== null && typeof path !== "string")
      throw refuseSyntax(`path of operation ${index + 1} is ${shown(path)}; send a text`);
    const sent_path = path?.trim() || null;
    if (sent_path === null && name === "remove")
      throw refuse.invalid(`operation ${index + 1} removes without a path`, { scimType: "noTarget" });
    if (sent_path === null && !isJsonObject(value)) {
      const wayOut = "without a path send an object of attributes";
      throw refuse.invalid(`value of operation ${index + 1} is ${shown(value)}; ${wayOut}`, INVALID_VALUE);
    }
    return { op: name, path: sent_path === null ? null : bareAttribute(sent_path), sent_path, value };
  });
}

const INVALID_VALUE = { scimType: "invalidValue" } as const;
const EMAIL_PATH = /^(username|emails\.value|emails\[\s*type\s+eq\s+"work"\s*\]\.value)$/;

/** What the operations come to for a user: of several that set one thing the last counts, other paths are ignored. */
export function readUserPatch(operations: readonly PatchOperation[]): UserChange {
  const change: UserChange = {};
  for (const { op, path, value } of operations.flatMap(spread)) {
    if (op === "remove") {
      if (path === "externalid") change.external_id = null;
      if (path === "active" || path === "username")
        throw refuse.invalid(`${path} cannot be removed; replace it`, { scimType: "mutability" });
    } else if (path === "active") change.active = readActive(value);
    else if (path === "externalid") change.external_id = readExternalId(value);
    else if (EMAIL_PATH.test(path)) change.email = readUserName(value);
  }
  return change;
}

const ONE_MEMBER = /^members\[\s*value\s+eq\s+("(?:[^"\\]|\\.)*")\s*\]$/i;

/** What the operations come to for a group; other paths are ignored. */
export function readGroupPatch(operations: readonly PatchOperation[], bounds: { members_max: number }): GroupChange {
  const change: GroupChange & { members: MemberStep[] } = { members: [] };
  for (const { op, path, sent_path, value } of operations.flatMap(spread)) {
    if (path === "displayname") {
      if (op === "remove")
        throw refuse.invalid("displayName cannot be removed; replace it", { scimType: "mutability" });
      change.name = readDisplayName(value);
    } else if (path === "externalid") {
      change.external_id = op === "remove" ? null : readExternalId(value);
    } else if (path === "members") {
      change.members.push(memberStep(op, value, bounds));
    } else if (path.startsWith("members[")) {
      const one = parseText(ONE_MEMBER.exec(bareBrackets(sent_path ?? path))?.[1] ?? "");
      if (one === null)
        throw refuse.invalid(`path "${path.slice(0, 120)}" is not supported; use members[value eq "<id>"]`, PATH);
      change.members.push({ do: op === "remove" ? "remove" : "add", refs: readMembers(one, bounds) });
    }
  }
  const sent = change.members.reduce((sum, step) => sum + step.refs.length, 0);
  if (sent > bounds.members_max) {
    const words = `the operations name ${sent} members; at most ${bounds.members_max} are taken in one request`;
    throw refuse.invalid(words, INVALID_VALUE);
  }
  return change;
}

const PATH = { scimType: "invalidPath" } as const;

function memberStep(op: PatchOperation["op"], value: unknown, bounds: { members_max: number }): MemberStep {
  // Everybody is removed where nobody is named (RFC 7644, 3.5.2.2).
  if (op === "remove" && (value === undefined || value === null)) return { do: "set", refs: [] };
  return { do: op === "replace" ? "set" : op, refs: readMembers(value, bounds) };
}

/** Without the schema's name before `members[`; what stands in the brackets keeps its case. */
function bareBrackets(path: string): string {
  return path.replace(/^.*:(?=members\[)/i, "");
}

/** An operation without a path is one for each attribute of its value. */
function spread(operation: PatchOperation): (PatchOperation & { path: string })[] {
  const { path, value } = operation;
  if (path !== null) return [{ ...operation, path }];
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, member]) => ({
    ...operation,
    path: bareAttribute(name),
    sent_path: name,
    value: member,
  }));
}

/** The operations in a few words, for the log of requests; no value but how many there are. */
export function describeOperations(operations: readonly PatchOperation[]): string {
  const words = operations.slice(0, 10).map(({ op, path, value }) => {
    const target = path ?? Object.keys(isJsonObject(value) ? value : {}).join(", ");
    return `${op} ${target}${Array.isArray(value) && path === "members" ? ` (${value.length})` : ""}`;
  });
  const left = operations.length - words.length;
  return `${words.join("; ")}${left > 0 ? `; and ${left} more` : ""}`;
}

function isPatch(schemas: unknown): boolean {
  const names = Array.isArray(schemas) ? schemas : [schemas];
  return names.some((name) => typeof name === "string" && name.toLowerCase() === PATCH_MESSAGE.toLowerCase());
}

function shown(value: unknown): string {
  return value === undefined ? "missing" : (JSON.stringify(value) ?? "").slice(0, 80);
}

function refuseSyntax(message: string): Error {
  return refuse.invalid(message, { scimType: "invalidSyntax" });
}
