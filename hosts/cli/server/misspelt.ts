// Variables of the environment that nothing reads and that are, most likely, meant for one that is:
// a server would take its default in silence.
import { KERNEL_SETTINGS } from "../../../kernel/host.ts";
import { plugins } from "../../../plugins/mod.ts";
import { findNear } from "../../command/command_near.ts";

export interface Misspelt {
  name: string;
  meant: string;
}

/** Near one of ours, and set for another program: npm sets it for whatever it starts. */
const OTHERS: readonly string[] = ["EDITOR"];

/** Only what is near a variable that is not set itself, so that those of other programs are left alone. */
export function findMisspelt(env: Readonly<Record<string, string | undefined>>): Misspelt[] {
  const declared = [...KERNEL_SETTINGS, ...plugins.flatMap((plugin) => plugin.settings ?? [])];
  const known = declared.flatMap(({ schema }) => Object.keys(schema.properties));
  const unset = known.filter((name) => !env[name]);
  return Object.keys(env).flatMap((name) => {
    const meant =
      env[name] && !known.includes(name) && !OTHERS.includes(name) ? findNear(name.toUpperCase(), unset) : null;
    return meant === null ? [] : [{ name, meant }];
  });
}

/** What is said of one. */
export function misspeltWords({ name, meant }: Misspelt): { seen: string; fix: string } {
  return { seen: `nothing reads ${name}`, fix: `name it ${meant}, if that is meant` };
}
