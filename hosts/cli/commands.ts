// The table of docsvc's commands: a new one is one line here. Each loads its code when it is called, so that none waits for the others'.
import type { Command } from "./command.ts";

export interface CommandEntry {
  /** The words that call it. */
  name: string;
  load(): Promise<Command>;
}

export const COMMANDS: readonly CommandEntry[] = [
  { name: "serve", load: async () => (await import("./serve.ts")).serve },
];
