// Whether the own script of somebody's page speaks of the answer: a page is told nothing of what it tells itself.

export interface Voice {
  /** The page has a script, which may show what it likes. */
  isHeard(): boolean;
  /** It listens to an event of the answer. */
  hears(event: string): boolean;
}

/** Nobody but the service's script speaks in the page that the service makes. */
export const NO_VOICE: Voice = { isHeard: () => false, hears: () => false };

/** As the window had it before its page's script ran: what listens by this is none of the page's. */
export const listen = window.addEventListener.bind(window);

/** Marks what is listened to from now on. */
export function hearPage(): Voice {
  const events = new Set<string>();
  const value = new Proxy(window.addEventListener, {
    apply: (add, self: unknown, args: unknown[]) => {
      events.add(String(args[0]));
      return Reflect.apply(add, self ?? window, args);
    },
  });
  Object.defineProperty(window, "addEventListener", { value, configurable: true, writable: true });
  return { isHeard: () => document.scripts.length > 0, hears: (event) => events.has(event) };
}
