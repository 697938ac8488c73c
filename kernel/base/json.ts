// The JSON values as types, because payloads of jobs, events and tickets must survive a round trip as text.

/** What JSON can say (RFC 8259). */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object; members that are undefined are left out of the text, as `JSON.stringify` does. */
export interface JsonObject {
  [name: string]: JsonValue | undefined;
}

/** Whether a value that came out of `JSON.parse` is an object and neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
