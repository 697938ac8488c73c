// Values as providers send them: truth as text, a text as a list of one, members as ids or as objects.
import { isEmailAddress, isJsonObject, isLongerThan, refuse, showsNothing, unshownIn } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";

export const { scim_external_id_chars: EXTERNAL_ID_CHARS_MAX, scim_group_name_chars: GROUP_NAME_CHARS_MAX } =
  manifest.caps;

/** True and false, also as the texts `"True"` and `"False"`. Throws 400 `invalidValue`. */
export function readActive(value: unknown): boolean {
  const given = unwrap(value);
  if (typeof given === "boolean") return given;
  const text = typeof given === "string" ? given.trim().toLowerCase() : "";
  if (text === "true" || text === "false") return text === "true";
  throw refuseValue("active", value, "send true or false");
}

/** A person's address. Throws 400 `invalidValue` for what is none. */
export function readUserName(value: unknown): string {
  const given = unwrap(value);
  const text = typeof given === "string" ? given.trim() : "";
  if (isEmailAddress(text)) return text;
  throw refuseValue("userName", value, "it has to be the person's e-mail address, such as ann@example.com");
}

/** The provider's own id; null and an empty text clear it. Throws 400 `invalidValue`. */
export function readExternalId(value: unknown): string | null {
  const given = unwrap(value);
  if (given === null || given === undefined) return null;
  const text = typeof given === "number" ? String(given) : given;
  if (typeof text === "string" && !isLongerThan(text, EXTERNAL_ID_CHARS_MAX) && isStorable(text))
    return text.trim() || null;
  throw refuseValue("externalId", value, `send a text of at most ${EXTERNAL_ID_CHARS_MAX} characters`);
}

/** A group's name, in NFC and held to what every name of a group is. Throws 400 `invalidValue`. */
export function readDisplayName(value: unknown): string {
  const given = unwrap(value);
  const text = typeof given === "string" ? given.trim().normalize("NFC") : "";
  const unshown = unshownIn(text);
  if (unshown !== null && isStorable(text))
    throw refuseValue("displayName", value, `it holds ${unshown}, which shows nothing itself; remove it`);
  if (!showsNothing(text) && !isLongerThan(text, GROUP_NAME_CHARS_MAX) && isStorable(text)) return text;
  throw refuseValue(
    "displayName",
    value,
    `a group needs a name of 1 to ${GROUP_NAME_CHARS_MAX} characters, not only blanks`,
  );
}

/** What members are referred to by: a list of objects with `value`, of texts, or one of them. Throws 400 `invalidValue`. */
export function readMembers(value: unknown, { members_max }: { members_max: number }): string[] {
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length > members_max) {
    throw refuse.invalid(
      `members has ${entries.length} entries; at most ${members_max} are taken in one request, so send the rest in further ones`,
      { scimType: "invalidValue" },
    );
  }
  return [...new Set(entries.map((entry) => readMember(entry)))];
}

function readMember(entry: unknown): string {
  const given = isJsonObject(entry) ? memberNamed(entry, "value") : entry;
  const text = typeof given === "number" ? String(given) : given;
  if (typeof text === "string" && text.trim() !== "" && !isLongerThan(text, EXTERNAL_ID_CHARS_MAX) && isStorable(text))
    return text.trim();
  throw refuseValue("members", entry, 'send a list such as [{"value": "<id, externalId or e-mail of a user>"}]');
}

/** A member of an object under whatever case of its name. */
function memberNamed(object: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  return Object.entries(object).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
}

/** The one value of a list of one, or of an object that holds nothing more than a value with its kind. */
function unwrap(value: unknown): unknown {
  const [only] = Array.isArray(value) && value.length === 1 ? value : [value];
  return isJsonObject(only) ? memberNamed(only, "value") : only;
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function refuseValue(name: string, value: unknown, wayOut: string): Error {
  const shown = value === undefined ? "missing" : (JSON.stringify(value) ?? "").slice(0, 80);
  return refuse.invalid(`${name} is ${shown}; ${wayOut}`, { scimType: "invalidValue" });
}
