// Rows of calls by a connection with a highest visibility, and what came of each.
import { expect } from "bun:test";
import type { Harness, Person } from "../harness/harness.ts";

type Calls = readonly (readonly [route: string, json?: unknown])[];

/** The statuses of the calls, each beside what was asked. */
export async function statusesOf(h: Harness, as: Person, calls: Calls): Promise<[string, number][]> {
  const told: [string, number][] = [];
  for (const [route, json] of calls) {
    const { status } = await h.call(route, { as, ...(json === undefined ? {} : { json }) });
    told.push([`${route} ${JSON.stringify(json) ?? ""}`.trim(), status]);
  }
  return told;
}

/** Every call is refused for the limit and leaves the document as it was. */
export async function expectRefused(h: Harness, as: Person, calls: Calls): Promise<void> {
  for (const [route, json] of calls) {
    const { status, body } = await h.call(route, { as, ...(json === undefined ? {} : { json }) });
    expect([route, json, status]).toEqual([route, json, 403]);
    // What decides who belongs to the workspace is closed to it whatever its limit is.
    expect(body.error).toMatch(
      /this connection (may publish up to visibility|is limited, and)|may not have what you are told sent/,
    );
  }
}
