// Holds what an operation declares against itself and the manifest; a contradiction stops the start.
import { BootError } from "../base/boot_error.ts";
import { innerSchema, isObjectSchema, type TObject } from "../base/schema.ts";
import type { Manifest } from "../config/manifest.ts";
import { pathParameters } from "../http/route.ts";
import { checkElsewhere } from "./elsewhere.ts";
import type { Operation } from "./operation.ts";
import { ResourceContent, ResourcePage, type ResourceRole } from "./resource.ts";
import { checkSynonyms } from "./synonyms.ts";

/** Throws BootError, which says what to declare instead. */
export function checkDeclaration(operation: Operation, manifest: Pick<Manifest, "gates" | "quotas">): void {
  const { id, gate, quota, charges } = operation;
  if (!operation.path && operation.tools.length === 0 && !operation.resource)
    throw new BootError(`${id} has neither a route nor a tool nor a resource`);
  if (operation.resource) checkResource(operation, operation.resource);
  if (gate && !(gate.name in manifest.gates))
    throw new BootError(`${id} names gate "${gate.name}", which is not in the manifest`);
  if (quota && !(quota.name in manifest.quotas))
    throw new BootError(`${id} names quota "${quota.name}", which is not in the manifest`);
  if (quota && manifest.quotas[quota.name]?.per === "key")
    throw new BootError(`${id} names quota "${quota.name}", which counts by more than who calls; take it in the code`);
  if (charges && manifest.quotas[charges.quota]?.per !== "account")
    throw new BootError(
      `${id} charges an account by quota "${charges.quota}", which the manifest does not count by account`,
    );
  if (operation.effect === "write" && operation.audit.length === 0) {
    throw new BootError(
      `${id} writes but declares no audit action; declare one, or effect: "read" if it changes nothing`,
    );
  }
  if (operation.planned_each_time && (operation.effect === "write" || operation.method !== "GET"))
    throw new BootError(`${id} is no GET, so its statements are planned for their values already`);
  checkReading(operation);
  for (const part of inputParts(operation)) refuseUnboundedIntegers(operation.id, part);
  checkOpenness(operation);
  checkSynonyms(operation);
  checkElsewhere(operation);
  if (operation.tools.length > 0) checkFlatNames(operation);
}

/** A read has no transaction: a row that it noted and work that it prepared for would be dropped without a word. */
function checkReading({ id, effect, audit, records, prepare, discardable, raw }: Operation): void {
  if (discardable && (effect === "write" || records || raw))
    throw new BootError(`${id} leaves more than its answer, so it cannot be discardable`);
  if (effect === "write") {
    if (records)
      throw new BootError(`${id} writes, so its rows go with its transaction; declare audit instead of records`);
    return;
  }
  if (audit.length > 0 && !records) {
    throw new BootError(
      `${id} reads and declares audit, but has no transaction to note a row in; declare records: "${audit[0]}" for an export, or effect: "write"`,
    );
  }
  if (audit.length > 1) throw new BootError(`${id} declares both audit and records; a read leaves one row at most`);
  if (prepare) throw new BootError(`${id} reads, so nothing has to come before its transaction; move prepare into run`);
}

/** What reads by address knows one shape of list and one of content. */
function checkResource({ id, output, effect }: Operation, resource: ResourceRole): void {
  const wanted = "lists" in resource ? ResourcePage : ResourceContent;
  if (output !== wanted) throw new BootError(`${id} answers something other than what a resource's reader takes`);
  if (effect !== "read") throw new BootError(`${id} is a resource and writes; declare effect: "read"`);
}

/**
 * Limits of tokens and policies hold on what an operation says of who is let in, so none that writes is silent: what belongs to the
 * workspace as a whole lets people in as well as what lies in a place, and what a session alone may do is said like the rest.
 */
function checkOpenness({ id, effect, declares_openness }: Operation): void {
  if (effect === "read" && declares_openness) throw new BootError(`${id} reads, so it opens and publishes nothing`);
  if (effect === "write" && !declares_openness)
    throw new BootError(
      `${id} writes and does not say who can read more then; declare opens or publishes, opens: null for nobody`,
    );
}

function inputParts({ params, query, body, form }: Operation): TObject[] {
  return [params, query, body, form].flatMap((part) => part ?? []);
}

/** A number that no column can hold must be a refusal with words, not a fault of the database. */
function refuseUnboundedIntegers(id: string, schema: TObject): void {
  for (const [name, member] of Object.entries(schema.properties)) {
    const declared = innerSchema(member) ?? member;
    if (isObjectSchema(declared)) refuseUnboundedIntegers(id, declared);
    const unbounded = declared["minimum"] === undefined || declared["maximum"] === undefined;
    if (declared["type"] === "integer" && unbounded) {
      throw new BootError(
        `${id} takes the integer "${name}" without bounds; use t.Id(), t.Version(), or a minimum and a maximum`,
      );
    }
  }
}

/** A tool's arguments are one flat object: two parts of its input must not use one name for different things. */
function checkFlatNames(operation: Operation): void {
  if (operation.tools.length === 0) return;
  const seen = new Set<string>();
  for (const names of inputNames(operation)) {
    for (const name of names) {
      if (seen.has(name))
        throw new BootError(`${operation.id} has two inputs called "${name}", so no tool can take them flat`);
      seen.add(name);
    }
  }
  for (const tool of operation.tools) {
    const named = [
      ...(tool.takes ?? []),
      ...(tool.requires ?? []),
      ...(tool.requires_one ?? []),
      ...Object.keys(tool.fixed ?? {}),
    ];
    const unknown = named.find((name) => !seen.has(name));
    if (unknown) throw new BootError(`tool "${tool.name}" names "${unknown}", which is no input of ${operation.id}`);
  }
}

/** The names of an operation's inputs: path parameters, query members, body members. */
export function inputNames(operation: Operation): string[][] {
  const params = new Set(pathParameters(operation.path ?? "").map((parameter) => parameter.name));
  for (const name of Object.keys(operation.params?.properties ?? {})) params.add(name);
  const query = Object.keys(operation.query?.properties ?? {});
  const body = isObjectSchema(operation.body ?? undefined) ? Object.keys(operation.body?.["properties"] ?? {}) : [];
  return [[...params], query, body];
}
