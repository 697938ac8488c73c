// Members of a body that a neighbouring operation takes and this one does not:
// sent here they are refused with the way there, not passed over.
import { BootError } from "../base/boot_error.ts";
import { refuse } from "../base/refusal.ts";
import type { Operation } from "./operation.ts";

type Declared = Pick<Operation, "body" | "synonyms" | "elsewhere">;

/** Those that a body brings; null for none. */
export function takeElsewhere({ elsewhere }: Declared, body: unknown): Record<string, unknown> | null {
  const names = Object.keys(elsewhere);
  if (names.length === 0 || typeof body !== "object" || body === null) return null;
  const found = names.flatMap((name): [string, unknown][] => {
    const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return found.length === 0 ? null : Object.fromEntries(found);
}

/** Throws 400 for a member that says something else than what holds: it carries what somebody wrote, or closes something. */
export function refuseElsewhere(
  { elsewhere }: Pick<Operation, "elsewhere">,
  brought: Readonly<Record<string, unknown>>,
  subject: unknown,
): void {
  for (const [name, value] of Object.entries(brought)) {
    const { hint, holds } = elsewhere[name] ?? {};
    const held = holds?.(subject as never) ?? null;
    if (!Bun.deepEquals(value, held))
      throw refuse.invalid(`${name} is not set here, and nothing else was either: ${hint}; leave ${name} out here`);
  }
}

/** Throws for a member that is taken here too. */
export function checkElsewhere({ id, body, synonyms, elsewhere }: Declared & Pick<Operation, "id">): void {
  const taken = Object.keys(elsewhere).find((name) => body?.properties[name] !== undefined || synonyms[name]);
  if (taken) throw new BootError(`${id} takes "${taken}" itself, and says that it is taken elsewhere`);
  if (!body && Object.keys(elsewhere).length > 0)
    throw new BootError(`${id} has no body, of which members could be taken elsewhere`);
}
