// What the plugins of a running server hold out to each other: the ports laid, the hooks handled, the actions heard.

import { BootError } from "../base/boot_error.ts";
import type { OwnedListener } from "../events/outbox.ts";
import { type HookHandler, hears, type Port } from "../hooks/hooks.ts";
import type { Runtime } from "../operation/runtime.ts";
import type { Plugin } from "./plugin.ts";

export interface PluginRegistry extends Pick<Runtime, "use" | "callHook" | "callHookAtOnce" | "isHandled" | "isHeard"> {
  listeners: readonly OwnedListener[];
  /** Lays what a plugin provides. Throws BootError for a port that another has provided. */
  provide(plugin: string, given: ReturnType<NonNullable<Plugin["provides"]>>): void;
  handle(given: readonly HookHandler[]): void;
}

/** `plugins` in the order in which they boot, in which their hook handlers are asked. */
export function createRegistry(plugins: readonly Plugin[]): PluginRegistry {
  const ports = new Map<string, unknown>();
  const handlers = new Map<string, HookHandler[]>();
  const listeners = plugins.flatMap((plugin) => (plugin.on ?? []).map((one) => ({ plugin: plugin.name, ...one })));
  return {
    listeners,
    provide: (plugin, given) => {
      for (const { port, value } of given) {
        if (ports.has(port)) throw new BootError(`port "${port}" is provided twice, the second time by ${plugin}`);
        ports.set(port, value);
      }
    },
    handle: (given) => {
      for (const handler of given) handlers.set(handler.hook, [...(handlers.get(handler.hook) ?? []), handler]);
    },
    use: (from) => readPort(ports, from),
    callHook: (of, input) => callAll(handlers.get(of.name), input),
    callHookAtOnce: (of, input) => (handlers.get(of.name) ?? []).map((handler) => answerOf(handler, input)),
    isHandled: (of) => handlers.has(of.name),
    isHeard: (action) => listeners.some((listener) => hears(listener.action, action)),
  };
}

function readPort<T>(ports: ReadonlyMap<string, unknown>, from: Port<T>): T {
  if (!ports.has(from.name)) throw new BootError(`port "${from.name}" has no provider; name its plugin in "needs"`);
  return ports.get(from.name) as T;
}

async function callAll<O>(handlers: readonly HookHandler[] = [], input: unknown): Promise<O[]> {
  const answers: O[] = [];
  for (const handler of handlers) answers.push(await answerOf<O>(handler, input));
  return answers;
}

function answerOf<O>(handler: HookHandler, input: unknown): O | Promise<O> {
  return handler.handle(input as never) as O | Promise<O>;
}
