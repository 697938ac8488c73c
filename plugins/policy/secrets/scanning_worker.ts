// The scan for secrets as the worker processes load it, for texts that would hold the loop.
import { type Finding, scanText } from "./scanning.ts";

export const tasks = {
  scan: ({ texts }: { texts: readonly string[] }): Finding[][] => texts.map(scanText),
};
