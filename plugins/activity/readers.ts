// Finds out, away from the answer, who the readers were that this process has seen:
// members by name, others by a digest that ends with the day.
import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import { hmacSha256, type Runtime } from "../../kernel/plugin.ts";
import { readViewerText } from "../../kernel/ports/auth.ts";
import { networkOf } from "../../kernel/ports/http.ts";
import type { Reader } from "../documents/port/read.ts";
import { dayOf, leftOf, oldestOpenDay } from "./days.ts";
import type { SeenReading } from "./store/counting.ts";
import { takeSalts } from "./store/salts.ts";
import { type KnownReader, PERIOD_MS, type Tally } from "./tallies.ts";

/** Salts of the days under way, by workspace. */
const SALTS_MAX = 10_000;
const DIGEST_BYTES = 12;

/** Answers what is to be written of tallies; what a program without a credential read is left out. */
export type ReaderResolver = (taken: readonly [KnownReader, Tally][]) => Promise<SeenReading[]>;

export function createReaderResolver(runtime: Runtime): ReaderResolver {
  const { database, clock, signer, identifier, config } = runtime;
  const salts = new LRUCache<string, Uint8Array>({ max: SALTS_MAX, ttl: 1, ttlAutopurge: true });

  async function loadSalts(tallies: readonly Tally[]): Promise<void> {
    const missing = new Map<string, { workspace_id: number; day: string }>();
    const now = clock.now();
    for (const { workspace_id, first } of tallies) {
      const day = dayOf(new Date(first));
      const key = saltKey(workspace_id, day);
      // A salt that is destroyed is not made anew.
      if (!salts.has(key) && day >= oldestOpenDay(now)) missing.set(key, { workspace_id, day });
    }
    if (missing.size === 0) return;
    for (const { workspace_id, day, salt } of await takeSalts(database.sql, [...missing.values()])) {
      // A backup of the database alone holds no key to anybody.
      const key = hmacSha256(config.secret, `activity:${Buffer.from(salt).toString("hex")}`);
      salts.set(saltKey(workspace_id, day), key, { ttl: leftOf(day, now) });
    }
  }

  function digestOf({ workspace_id, first }: Tally, text: string): string | null {
    const salt = salts.get(saltKey(workspace_id, dayOf(new Date(first))));
    return salt ? Buffer.from(hmacSha256(salt, text)).toString("hex", 0, DIGEST_BYTES) : null;
  }

  /** The member behind a reader; null for anybody else, a member of another workspace among them, who is nobody here. */
  async function personOf(reader: KnownReader, { workspace_id, first }: Tally): Promise<number | null> {
    if (reader === null) return null;
    if ("user_id" in reader) return reader.user_id;
    const claims = reader.cookie === "" ? null : readViewerText(signer, reader.cookie, new Date(first));
    const viewer = claims && (await identifier.identifyViewer(claims));
    return viewer?.workspace.id === workspace_id ? viewer.user_id : null;
  }

  async function resolve(reader: KnownReader, tally: Tally): Promise<SeenReading | null> {
    const user_id = await personOf(reader, tally);
    if (user_id === null && isProgram(reader)) return null;
    const { document_id, kind, via, first, last, count } = tally;
    const digest = user_id === null ? visitorOf(reader) : `person ${user_id}`;
    return {
      ...{ document_id, kind, via, count, user_id },
      day: dayOf(new Date(first)),
      started: new Date(Math.floor(first / PERIOD_MS) * PERIOD_MS).toISOString(),
      first_at: new Date(first).toISOString(),
      last_at: new Date(last).toISOString(),
      reader: digest === null ? null : digestOf(tally, digest),
    };
  }

  return async (taken) => {
    await loadSalts(taken.map(([, tally]) => tally));
    const found = await Promise.all(taken.map(([reader, tally]) => resolve(reader, tally)));
    return found.filter((one) => one !== null);
  };
}

/** Whether nobody sat before it: it has no name, or that of a program, and nothing but a link let it in. */
function isProgram(reader: KnownReader): boolean {
  if (reader === null || "user_id" in reader || reader.proven) return false;
  return isProgramName(reader.agent);
}

/** Programs are many of those who ask, under few names. */
const names = new LRUCache<string, boolean>({ max: 1000 });
/** Longer ones are looked at each time. */
const NAME_CHARS_MAX = 256;

function isProgramName(agent: string): boolean {
  if (agent === "") return true;
  if (agent.length > NAME_CHARS_MAX) return isbot(agent);
  const known = names.get(agent);
  if (known !== undefined) return known;
  const found = isbot(agent);
  names.set(agent, found);
  return found;
}

/** Whether a reading would be left out for sure, whatever else is found out of its reader: nothing of it has to be kept. */
export function isLeftOut(reader: Reader): boolean {
  if ("user_id" in reader || reader.proven || reader.headers.has("cookie")) return false;
  const agent = reader.headers.get("user-agent") ?? "";
  return agent.length <= NAME_CHARS_MAX && isProgramName(agent);
}

/** What tells visitors of a day apart: the network that they come from, and the browser. */
function visitorOf(reader: KnownReader): string | null {
  if (reader === null || "user_id" in reader) return null;
  return `visitor ${networkOf(reader.ip)} ${reader.agent}`;
}

const saltKey = (workspaceId: number, day: string): string => `${workspaceId} ${day}`;
