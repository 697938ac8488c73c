// What the doctor finds: one line a check, with the way out where something is wrong.

export interface Finding {
  /** What was looked at. */
  check: string;
  state: "ok" | "warn" | "fail";
  /** What was seen, never a secret. */
  seen: string;
  /** What to do; null when nothing is wrong. */
  fix: string | null;
}

export function fine(check: string, seen: string): Finding {
  return { check, state: "ok", seen, fix: null };
}

export function warn(check: string, { seen, fix }: { seen: string; fix: string }): Finding {
  return { check, state: "warn", seen, fix };
}

export function fail(check: string, { seen, fix }: { seen: string; fix: string }): Finding {
  return { check, state: "fail", seen, fix };
}

/** The message of whatever was thrown, on one line. */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s+/g, " ");
}

/** A line of the server's own, `what is wrong: what to do`, as a finding. */
export function failWith(check: string, error: unknown): Finding {
  const line = messageOf(error);
  const cut = line.search(/[:;] (?!.*[:;] )/);
  if (cut < 0) return fail(check, { seen: line, fix: "see the message" });
  return fail(check, { seen: line.slice(0, cut), fix: line.slice(cut + 2) });
}
