// The text under `next`: where an answer goes on, for the same tool with the same arguments.
import { isJsonObject, type JsonObject, type JsonValue, refuse } from "../../../kernel/plugin.ts";
import type { Step } from "./cut.ts";

export interface Place {
  /** The operation's own arguments that differ from the first call's: which page, of what length. */
  page: JsonObject;
  /** Where in that page. */
  from: readonly Step[];
}

/** What the place belongs to. */
export interface Asking {
  tool: string;
  /** The call's arguments without those of the budget. */
  arguments: JsonObject;
}

/** Not signed: whatever is read back is validated like any argument, so a forged one asks for nothing that is not open. */
export function writeNext(asking: Asking, { page, from }: Place): string {
  return Buffer.from(JSON.stringify([markOf(asking), page, from])).toString("base64url");
}

/** Throws 400 for a text of another tool, of other arguments, or of nobody. */
export function readNext(asking: Asking, next: string, allowed: readonly string[]): Place {
  const read = parse(Buffer.from(next, "base64url").toString("utf8"));
  const [mark, page, from] = Array.isArray(read) ? read : [];
  const isPage = isJsonObject(page) && Object.keys(page).every((name) => allowed.includes(name));
  if (!isPage || !Array.isArray(from) || from.length > STEPS_MAX || !from.every(isStep)) {
    throw refuse.invalid(
      "next is no text that this tool gave; pass it as it was answered, or leave it out to begin anew",
    );
  }
  if (mark !== markOf(asking)) {
    throw refuse.invalid(
      `next belongs to a call of another tool or with other arguments; repeat those of the call that gave it, or leave next out`,
    );
  }
  return { page, from };
}

const STEPS_MAX = 64;

function isStep(step: unknown): step is Step {
  if (typeof step === "string") return true;
  if (!isJsonObject(step)) return false;
  const { item, after, at, of } = step;
  if (item !== undefined) return isCount(item) && typeof after === "string" && at === undefined;
  return isCount(at) && typeof of === "string";
}

function isCount(value: JsonValue | undefined): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** A client may send its arguments in another order the next time, and spell out what it left to the default as null. */
function markOf({ tool, arguments: given }: Asking): string {
  const names = Object.keys(given).filter((name) => given[name] !== null);
  return Bun.hash(JSON.stringify([tool, names.sort().map((name) => [name, given[name]])])).toString(36);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
