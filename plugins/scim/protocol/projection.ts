// Which attributes an answer holds: `attributes` and `excludedAttributes` (RFC 7644, 3.9).
import { isJsonObject } from "../../../kernel/plugin.ts";
import { bareAttribute } from "./urns.ts";

/** The two parameters as they were sent: names with commas between. */
export interface Selection {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

interface Resource extends Readonly<Record<string, unknown>> {
  schemas: string[];
  id: string;
}

/** A resource without some of its attributes. */
type Projected<R extends Resource> = Partial<R> & { schemas: string[]; id: string };

/** In every answer, whatever is asked for. */
const ALWAYS = ["schemas", "id"];

/** The attributes of a resource that were asked for. */
export function project<R extends Resource>(resource: R, selection: Selection): Projected<R> {
  const only = namesOf(selection.attributes);
  const without = namesOf(selection.excludedAttributes);
  if (only.length === 0 && without.length === 0) return resource;
  const entries = Object.entries(resource).flatMap(([name, value]): [string, unknown][] => {
    if (ALWAYS.includes(name)) return [[name, value]];
    if (without.includes(name.toLowerCase())) return [];
    const wanted = only.length === 0 || only.includes(name.toLowerCase()) ? null : partsOf(only, name);
    if (wanted?.length === 0) return [];
    return [[name, cut(value, { only: wanted, without: partsOf(without, name) })]];
  });
  return { ...(Object.fromEntries(entries) as Partial<R>), schemas: resource.schemas, id: resource.id };
}

/** Whether an attribute is in the answer at all, for what is costly to read. */
export function isSelected(attribute: string, { attributes, excludedAttributes }: Selection): boolean {
  const name = attribute.toLowerCase();
  if (namesOf(excludedAttributes).includes(name)) return false;
  const only = namesOf(attributes);
  return only.length === 0 || only.includes(name) || partsOf(only, name).length > 0;
}

function namesOf(list: string | undefined): string[] {
  return (list ?? "")
    .split(",")
    .map(bareAttribute)
    .filter((name) => name !== "");
}

/** The sub-attributes that names say of an attribute. */
function partsOf(names: readonly string[], attribute: string): string[] {
  const prefix = `${attribute.toLowerCase()}.`;
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

function cut(value: unknown, parts: { only: readonly string[] | null; without: readonly string[] }): unknown {
  if (parts.only === null && parts.without.length === 0) return value;
  if (Array.isArray(value)) return value.map((one) => cut(one, parts));
  if (!isJsonObject(value)) return value;
  const kept = ([name]: [string, unknown]) =>
    (parts.only === null || parts.only.includes(name.toLowerCase())) && !parts.without.includes(name.toLowerCase());
  return Object.fromEntries(Object.entries(value).filter(kept));
}
