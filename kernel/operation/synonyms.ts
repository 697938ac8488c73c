// Other names for members of a body, so that one who guesses a name is understood and one who reads sees a single one.
import { BootError } from "../base/boot_error.ts";
import { plainSchema, typesOf } from "../base/plain_schema.ts";
import { type FieldError, refuse } from "../base/refusal.ts";
import { type TObject, type TSchema, t } from "../base/schema.ts";
import { pathParameters } from "../http/route.ts";
import { compileValidator } from "../input/validate.ts";
import type { Operation, Synonym, Tool } from "./operation.ts";

/** The body as requests may send it: under every name, and a required member under its own or another. */
export function withSynonyms({ body, synonyms }: Pick<Operation, "body" | "synonyms">): TObject | null {
  if (!body || Object.keys(synonyms).length === 0) return body;
  const members: Record<string, TSchema> = { ...body.properties };
  for (const [name, { is }] of Object.entries(synonyms)) {
    const target = body.properties[is];
    if (!target) continue;
    members[is] = t.Optional(target);
    members[name] ??= t.Optional(target);
  }
  return t.Object(
    members,
    body.additionalProperties === undefined ? {} : { additionalProperties: body.additionalProperties },
  );
}

type Spoken = Pick<Operation, "body" | "synonyms">;

/** A body by the members' own names. Throws 422 for two names of one member, and for a name beside what contradicts it. */
export function settleSynonyms(operation: Spoken, body: unknown): unknown {
  if (Object.keys(operation.synonyms).length === 0 || typeof body !== "object" || body === null) return body;
  const { settled, faults } = readSynonyms(operation, body);
  if (faults.length > 0) throw refuse.unprocessable(faults);
  return settled;
}

/** The same, with what is wrong as data. */
export function readSynonyms(
  { body: declared, synonyms }: Spoken,
  body: object,
): { settled: Record<string, unknown>; faults: FieldError[] } {
  const faults: FieldError[] = [];
  const settled: Record<string, unknown> = { ...body };
  const used = Object.entries(synonyms).filter(([name]) => settled[name] !== undefined);
  for (const [name] of used) delete settled[name];
  for (const [name, { is, with: said = {} }] of used) {
    const others = used.filter(([, one]) => one.is === is).map(([other]) => other);
    const names = Reflect.get(body, is) === undefined ? others : [is, ...others];
    if (names.length > 1) return { settled, faults: [twoNames(names)] };
    settled[is] = Reflect.get(body, name);
    for (const [member, value] of Object.entries(said)) {
      const beside = settled[member];
      if (beside !== undefined && !Bun.deepEquals(beside, value)) {
        const msg = `${name} goes with ${member} ${JSON.stringify(value)}; leave ${member} out`;
        faults.push({ loc: ["body", member], msg, type: "exclusive" });
      }
      settled[member] = value;
    }
  }
  for (const name of declared?.required ?? []) if (settled[name] === undefined) faults.push(missing(name));
  return { settled: inDeclaredOrder(declared, settled), faults };
}

/** What means the same reads the same, as the memory of repeats wants it. */
function inDeclaredOrder(declared: TObject | null, settled: Record<string, unknown>): Record<string, unknown> {
  const names = [...Object.keys(declared?.properties ?? {}), ...Object.keys(settled)];
  return Object.fromEntries(names.flatMap((name) => (name in settled ? [[name, settled[name]]] : [])));
}

function twoNames(names: readonly string[]): FieldError {
  const msg = `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are names for the same; send one of them`;
  return { loc: ["body", names[0] ?? ""], msg, type: "exclusive" };
}

function missing(name: string): FieldError {
  return { loc: ["body", name], msg: `${name} is required`, type: "missing" };
}

/** The synonyms that a tool takes beside the arguments it shows: those that say nothing else than it fixes. */
export function synonymsOf({ synonyms }: Pick<Operation, "synonyms">, tool: Tool): Map<string, string> {
  const offered = ({ is, with: said = {} }: Synonym) => {
    const isTaken = !(is in (tool.fixed ?? {})) && (tool.takes?.includes(is) ?? true);
    return isTaken && Object.entries(said).every(([member, value]) => canSay(tool, member, value));
  };
  return new Map(Object.entries(synonyms).flatMap(([name, one]) => (offered(one) ? [[name, one.is]] : [])));
}

function canSay({ fixed = {}, takes }: Tool, member: string, value: unknown): boolean {
  return member in fixed ? Bun.deepEquals(fixed[member], value) : (takes?.includes(member) ?? true);
}

/** Throws BootError for a synonym that is another member's name, or that stands for what the body cannot hold. */
export function checkSynonyms(operation: Operation): void {
  const { id, synonyms, tools } = operation;
  const body = operation.body?.properties ?? {};
  const beside = new Set([
    ...pathParameters(operation.path ?? "").map(({ name }) => name),
    ...[operation.params, operation.query].flatMap((part) => Object.keys(part?.properties ?? {})),
    "idempotency_key",
  ]);
  for (const [name, { is, with: said = {} }] of Object.entries(synonyms)) {
    const refuseBoot = (why: string) => new BootError(`synonym "${name}" of ${id} ${why}`);
    const target = body[is];
    if (!target) throw refuseBoot(`stands for "${is}", which its body does not have`);
    if (is in synonyms) throw refuseBoot(`stands for "${is}", which is a synonym itself`);
    if (beside.has(name)) throw refuseBoot("is a parameter already");
    if ("default" in target) throw refuseBoot(`stands for "${is}", which has a default`);
    const own = body[name];
    if (own && !isOfKind(own, target)) throw refuseBoot(`is of another kind than "${is}"`);
    for (const [member, value] of Object.entries(said)) {
      const schema = body[member];
      if (!schema) throw refuseBoot(`says "${member}", which its body does not have`);
      if (!compileValidator(schema).matches(value)) throw refuseBoot(`says what its body does not take as "${member}"`);
    }
  }
  for (const { name, takes = [], requires = [], requires_one = [], fixed = {} } of tools) {
    const stray = [...takes, ...requires, ...requires_one, ...Object.keys(fixed)].find((one) => one in synonyms);
    if (stray) throw new BootError(`tool "${name}" names "${stray}", which is a synonym for "${synonyms[stray]?.is}"`);
  }
}

function isOfKind(one: TSchema, other: TSchema): boolean {
  if ("enum" in one !== "enum" in other) return false;
  return Bun.deepEquals([...typesOf(plainSchema(one))], [...typesOf(plainSchema(other))]);
}
