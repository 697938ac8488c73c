// Performs the operation of a form once, by the names of its own schema.
import type { Actor, Surface } from "../../../kernel/plugin.ts";
import type { FilePart } from "../../../kernel/ports/base.ts";
import { readKey, takesKey } from "../../../kernel/ports/input.ts";
import { checkInput } from "../../../kernel/ports/pipeline.ts";
import type { Entry } from "../../../kernel/ports/plugin.ts";
import type { Typed } from "../port/refused.ts";
import { formSentHook } from "../port/sent.ts";
import type { Door } from "./page.ts";
import { readValues } from "./values.ts";

/** A form that somebody sent, and the operation that it is of. */
export interface Sent {
  surface: Surface;
  entry: Entry;
  actor: Actor;
  typed: Typed;
  files: ReadonlyMap<string, readonly FilePart[]>;
}

/** The control that holds the key under which a form is carried out once. */
const KEY = "~key";

/** What one of several writes of a form is carried out by, under a key of its own: the form sent once more makes none twice. */
export function typedOfOne(typed: Typed, index: number): Typed {
  const key = typed.get(KEY)?.at(-1);
  return key ? new Map([...typed, [KEY, [`${key}.${index}`]] as const]) : typed;
}

const BEFORE = "~before.";

/** `~before.path` stands before what was typed as `path`, such as the folder in which a new one is made. */
function withBefore(typed: Typed): Typed {
  const all = new Map(typed);
  for (const [name, [before = ""]] of typed) {
    const [text] = name.startsWith(BEFORE) ? (typed.get(name.slice(BEFORE.length)) ?? []) : [];
    if (text) all.set(name.slice(BEFORE.length), [before + text]);
  }
  return all;
}

export async function performOnce(door: Door, { surface, entry, actor, typed, files }: Sent) {
  const { request: facts, now } = door;
  const read = readValues(entry, withBefore(typed), files);
  const handled = await door.runtime.callHook(formSentHook, {
    ...{ call: { ...door, actor }, operation: entry.id },
    ...{ typed, input: read },
  });
  const input = await checkInput(entry, handled.find((one) => one !== null) ?? read);
  const key = typed.get(KEY)?.at(-1);
  const idempotency_key = key && takesKey(entry) ? readKey(key, KEY) : null;
  return surface.perform({ entry, facts, actor, via: "web", input, idempotency_key, now });
}
