// Who listens to which channel of the bus, and how they are told.
import type { Log } from "../base/log.ts";

export interface BusListener {
  /** A payload that somebody notified and committed. */
  onMessage(payload: string): void;
  /** The connection was down and is up again: messages may have been missed. */
  onReset?(): void;
}

export interface BusListeners {
  /** Listens until the returned function is called. */
  add(channel: string, listener: BusListener): () => void;
  /** Every channel that somebody has listened to. */
  channels(): Iterable<string>;
  deliver(channel: string, payload: string): void;
  /** Tells all of them that messages may have been missed. */
  reset(): void;
}

export function createBusListeners(log: Log): BusListeners {
  const channels = new Map<string, Set<BusListener>>();

  function runListener(run: () => void): void {
    try {
      run();
    } catch (error) {
      log.error({ err: error }, "a bus listener failed");
    }
  }

  return {
    add: (channel, listener) => {
      const set = channels.get(channel) ?? new Set();
      channels.set(channel, set.add(listener));
      return () => void set.delete(listener);
    },
    channels: () => channels.keys(),
    deliver: (channel, payload) => {
      for (const listener of channels.get(channel) ?? []) runListener(() => listener.onMessage(payload));
    },
    reset: () => {
      for (const set of channels.values()) {
        for (const listener of set) runListener(() => listener.onReset?.());
      }
    },
  };
}
