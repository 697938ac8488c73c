// What this process has seen being read since it last wrote it down: bounded, whoever reads how much (rules: activity 1).
import { MINUTE_MS, viewerTextOf } from "../../kernel/mod.ts";
import type { DocumentRead, Reader, ReadKind } from "../documents/port/read.ts";

/** Readings of one reader are told apart by this much. */
export const PERIOD_MS = 15 * MINUTE_MS;
/** Beyond so many readers at once all others are counted together, as nobody in particular. */
const READERS_MAX = 10_000;
/** With those who are nobody in particular; what comes beyond them is counted nowhere. */
const TALLIES_MAX = 2 * READERS_MAX;

/** The readings of a document in one way by one reader within a period. */
export interface Tally {
  workspace_id: number;
  document_id: number;
  kind: ReadKind;
  via: string;
  /** Milliseconds: the first and the last reading. */
  first: number;
  last: number;
  count: number;
}

/** What is known of a reader; null for nobody in particular. */
export type KnownReader = { user_id: number } | { ip: string; agent: string; cookie: string; proven: boolean } | null;

export interface Tallies {
  /** Costs no more than a look into a table. */
  add(read: DocumentRead): void;
  /** Takes out so many of the oldest at most. */
  take(limit: number): [KnownReader, Tally][];
  /** Puts back what could not be written. */
  putBack(taken: readonly [KnownReader, Tally][]): void;
  readonly size: number;
  /** Readings that found no room, since this was asked last. */
  takeLost(): number;
}

export function createTallies({ readers_max = READERS_MAX, tallies_max = TALLIES_MAX } = {}): Tallies {
  const tallies = new Map<string, Tally>();
  let lost = 0;

  function count(key: string, tally: Tally): void {
    const known = tallies.get(key);
    if (known) {
      known.count += tally.count;
      known.first = Math.min(known.first, tally.first);
      known.last = Math.max(known.last, tally.last);
    } else if (tallies.size < (key.endsWith(NOBODY) ? tallies_max : readers_max)) {
      tallies.set(key, tally);
    } else if (key.endsWith(NOBODY)) {
      lost += tally.count;
    } else {
      count(key.slice(0, key.indexOf("\n")) + NOBODY, tally);
    }
  }

  return {
    add: ({ workspace_id, document_id, kind, via, at, reader }) => {
      const time = at.getTime();
      const key = `${document_id} ${kind} ${via} ${Math.floor(time / PERIOD_MS)}${textOf(reader)}`;
      const known = tallies.get(key);
      if (known) {
        known.count += 1;
        known.last = time;
      } else {
        count(key, { workspace_id, document_id, kind, via, first: time, last: time, count: 1 });
      }
    },
    take: (limit) => {
      const taken: [KnownReader, Tally][] = [];
      for (const [key, tally] of tallies) {
        if (taken.length === limit) break;
        tallies.delete(key);
        taken.push([readerOf(key.slice(key.indexOf("\n"))), tally]);
      }
      return taken;
    },
    putBack: (taken) => {
      for (const [reader, tally] of taken) {
        const period = Math.floor(tally.first / PERIOD_MS);
        count(`${tally.document_id} ${tally.kind} ${tally.via} ${period}${textOfKnown(reader)}`, tally);
      }
    },
    get size() {
      return tallies.size;
    },
    takeLost: () => {
      const told = lost;
      lost = 0;
      return told;
    },
  };
}

const NOBODY = "\n";
/** Longer names of browsers say no more, and would let a sender choose how much is kept. */
const AGENT_CHARS_MAX = 256;
const COOKIE_CHARS_MAX = 1024;

/**
 * A reader as part of a key. What a request says is kept nowhere else: a key is a text of its own, so that no long header stays
 * in memory for a short piece of it.
 */
function textOf(reader: Reader): string {
  if ("user_id" in reader) return `\nu${reader.user_id}`;
  const { headers, ip, proven } = reader;
  const agent = headers.get("user-agent") ?? "";
  const viewer = headers.has("cookie") ? (viewerTextOf(headers) ?? "") : "";
  return textOfKnown({
    ip,
    agent: agent.length > AGENT_CHARS_MAX ? agent.slice(0, AGENT_CHARS_MAX) : agent,
    cookie: viewer.length > COOKIE_CHARS_MAX ? "" : viewer,
    proven,
  });
}

/** No header holds a line feed (RFC 9110, 5.5), so it stands between the parts. */
function textOfKnown(reader: KnownReader): string {
  if (reader === null) return NOBODY;
  if ("user_id" in reader) return `\nu${reader.user_id}`;
  const { ip, agent, cookie, proven } = reader;
  return `\n${proven ? "p" : "v"}${ip}\n${agent}\n${cookie}.`;
}

function readerOf(text: string): KnownReader {
  if (text === NOBODY) return null;
  if (text.startsWith("\nu")) return { user_id: Number(text.slice(2)) };
  const [, first = "", agent = "", cookie = ""] = text.split("\n");
  return { ip: first.slice(1), agent, cookie: cookie.slice(0, -1), proven: first.startsWith("p") };
}
