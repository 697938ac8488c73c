// References in the arguments of a step: `{{event.target_id}}` stands for a value that is known when the step is taken.
import { isJsonObject, type JsonObject, type JsonValue } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

/** `\{{` stands for two braces; what is between two pairs of them is a reference, and what is not closed is a slip. */
const MARKED = /\\\{\{|\{\{([^{}]*(?:\}\})?)/g;
const WHOLE = /^\{\{([^{}]*)\}\}$/;
const {
  workflow_reference_chars: REFERENCE_CHARS_MAX,
  workflow_filled_chars: FILLED_CHARS_MAX,
  workflow_output_bytes: OUTPUT_BYTES_MAX,
} = manifest.caps;
const REFERENCE = /^[A-Za-z_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+)*$/;

/** A reference that cannot be followed; the message is for who wrote it. */
export class BadReference extends Error {
  override name = "BadReference";
}

/** The parts of a reference such as `steps.made.doc_id`. Throws BadReference for what is none. */
export function readReference(text: string): string[] {
  const reference = text.trim();
  if (reference.length <= REFERENCE_CHARS_MAX && REFERENCE.test(reference)) return reference.split(".");
  throw new BadReference(
    `"${text.slice(0, 100)}" is no reference: write names with dots between them, such as event.target_id, and \\{{ for two braces`,
  );
}

function readMarked(inner: string): string[] {
  if (inner.endsWith("}}")) return readReference(inner.slice(0, -2));
  throw new BadReference(
    `"{{${inner.slice(0, 100)}" is not closed: write }} behind the reference, or \\{{ for two braces`,
  );
}

/** Every reference in a value, wherever in it. Throws BadReference. */
export function findReferences(value: JsonValue | undefined): string[][] {
  if (typeof value === "string")
    return [...value.matchAll(MARKED)].flatMap(([, inner]) => (inner === undefined ? [] : [readMarked(inner)]));
  if (Array.isArray(value)) return value.flatMap(findReferences);
  return isJsonObject(value) ? Object.values(value).flatMap(findReferences) : [];
}

/** What a reference leads to; undefined where there is nothing. Lists are counted from 0. */
export function follow(reference: readonly string[], context: JsonObject): JsonValue | undefined {
  let found: JsonValue | undefined = context;
  for (const part of reference) {
    if (Array.isArray(found)) found = /^\d{1,6}$/.test(part) ? found[Number(part)] : undefined;
    else found = isJsonObject(found) && Object.hasOwn(found, part) ? found[part] : undefined;
  }
  return found;
}

/**
 * The value with its references followed: a text that is nothing but one becomes what it leads to, elsewhere that is written into the
 * text. Throws BadReference where one leads to nothing.
 */
export function fillReferences(value: JsonObject, context: JsonObject): JsonObject {
  let left = FILLED_CHARS_MAX;
  const spend = (chars: number) => {
    left -= chars;
    if (left < 0) throw new BadReference(`what the references stand for is over ${FILLED_CHARS_MAX} characters`);
  };
  const leadTo = (reference: string[]): JsonValue => {
    const found = follow(reference, context);
    if (found === undefined) throw new BadReference(whyNothing(reference, context));
    spend(typeof found === "string" ? found.length : JSON.stringify(found).length);
    return found;
  };
  const fill = (one: JsonValue | undefined): JsonValue => {
    if (typeof one === "string") {
      const [, whole] = WHOLE.exec(one) ?? [];
      if (whole !== undefined) return leadTo(readReference(whole));
      return one.replace(MARKED, (_marked, inner?: string) => {
        if (inner === undefined) return "{{";
        const found = leadTo(readMarked(inner));
        return typeof found === "string" ? found : JSON.stringify(found);
      });
    }
    if (Array.isArray(one)) return one.map(fill);
    return isJsonObject(one) ? fillMembers(one) : (one ?? null);
  };
  const fillMembers = (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).map(([name, member]) => [name, fill(member)]));
  return fillMembers(value);
}

/** What a step answered that is too long, no data or a secret, is kept as null. */
function whyNothing(reference: readonly string[], context: JsonObject): string {
  const text = `{{${reference.join(".")}}}`;
  if (reference[0] !== "steps" || follow(reference.slice(0, 2), context) !== null)
    return `${text} leads to nothing in this run`;
  return `${text} leads to nothing in this run: that step was left out, or answered more than the ${OUTPUT_BYTES_MAX} bytes that are kept of it, or a secret that was gone when the run was taken up again; have it answer less`;
}
