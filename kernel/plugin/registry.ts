// What the plugins of a running server hold out to each other: the ports laid, the slots filled, the actions heard.

import { BootError } from "../base/boot_error.ts";
import type { OwnedListener } from "../events/outbox.ts";
import { type Filling, hears, type Port } from "../hooks/hooks.ts";
import type { Runtime } from "../operation/runtime.ts";
import type { Plugin } from "./plugin.ts";
import type { RunningServer } from "./running_server.ts";

export interface Meetings
  extends Pick<Runtime, "use" | "ask" | "askAtOnce" | "isHeard">,
    Pick<RunningServer, "isAsked"> {
  listeners: readonly OwnedListener[];
  /** Lays what a plugin provides. Throws BootError for a port that another has provided. */
  provide(plugin: string, given: ReturnType<NonNullable<Plugin["provides"]>>): void;
  fill(given: readonly Filling[]): void;
}

/** `plugins` in the order in which they boot, in which their fillings are asked. */
export function openMeetings(plugins: readonly Plugin[]): Meetings {
  const ports = new Map<string, unknown>();
  const fillings = new Map<string, Filling[]>();
  const listeners = plugins.flatMap((plugin) => (plugin.on ?? []).map((one) => ({ plugin: plugin.name, ...one })));
  return {
    listeners,
    provide: (plugin, given) => {
      for (const { port, value } of given) {
        if (ports.has(port)) throw new BootError(`port "${port}" is provided twice, the second time by ${plugin}`);
        ports.set(port, value);
      }
    },
    fill: (given) => {
      for (const filling of given) fillings.set(filling.slot, [...(fillings.get(filling.slot) ?? []), filling]);
    },
    use: (from) => readPort(ports, from),
    ask: (of, input) => askAll(fillings.get(of.name), input),
    askAtOnce: (of, input) => (fillings.get(of.name) ?? []).map((filling) => answerOf(filling, input)),
    isAsked: (of) => fillings.has(of.name),
    isHeard: (action) => listeners.some((listener) => hears(listener.action, action)),
  };
}

function readPort<T>(ports: ReadonlyMap<string, unknown>, from: Port<T>): T {
  if (!ports.has(from.name)) throw new BootError(`port "${from.name}" has no provider; name its plugin in "needs"`);
  return ports.get(from.name) as T;
}

async function askAll<O>(fillings: readonly Filling[] = [], input: unknown): Promise<O[]> {
  const answers: O[] = [];
  for (const filling of fillings) answers.push(await answerOf<O>(filling, input));
  return answers;
}

function answerOf<O>(filling: Filling, input: unknown): O | Promise<O> {
  return filling.fill(input as never) as O | Promise<O>;
}
