// What this process has seen being read since it last wrote it down:
// bounded, whoever reads how much (rules: activity/counting).
import { MINUTE_MS } from "../../kernel/plugin.ts";
import { viewerTextOf } from "../../kernel/ports/auth.ts";
import type { DocumentRead, Reader, ReadKind } from "../documents/port/read.ts";
import { createCrowds } from "./crowds.ts";

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
  const crowds = createCrowds<Tally>(readers_max);
  let lost = 0;

  /** Answers the tally in which the new one was counted; null where it found no room. */
  function count(key: string, added: Tally): Tally | null {
    const known = tallies.get(key);
    if (known) {
      known.count += added.count;
      known.first = Math.min(known.first, added.first);
      known.last = Math.max(known.last, added.last);
      return known;
    }
    const isNobody = key.endsWith(NOBODY);
    if (tallies.size < (isNobody ? tallies_max : readers_max)) {
      tallies.set(key, added);
      return added;
    }
    if (!isNobody) return count(key.slice(0, key.indexOf("\n")) + NOBODY, added);
    lost += added.count;
    return null;
  }

  return {
    add: ({ workspace_id, document_id, kind, via, at, reader }) => {
      const time = at.getTime();
      const name = "user_id" in reader ? null : nameOf(reader);
      const joined = name === null || kind !== "view" ? null : crowds.join(document_id, name);
      const tally = joined?.crowd.tally;
      if (tally && !joined.is_looked_at && periodOf(tally.first) === periodOf(time)) {
        tally.count += 1;
        tally.last = time;
        return;
      }
      const added = { workspace_id, document_id, kind, via, first: time, last: time, count: 1 };
      const who = "user_id" in reader ? textOfPerson(reader.user_id) : textOfVisitor(reader.ip(), name ?? "");
      const counted = count(keyOf(added, who), added);
      if (joined) joined.crowd.tally = counted;
    },
    take: (limit) => {
      // What is taken out is counted into no more.
      crowds.clear();
      const taken: [KnownReader, Tally][] = [];
      for (const [key, tally] of tallies) {
        if (taken.length === limit) break;
        tallies.delete(key);
        taken.push([readerOf(key.slice(key.indexOf("\n"))), tally]);
      }
      return taken;
    },
    putBack: (taken) => {
      for (const [reader, tally] of taken) count(keyOf(tally, textOfKnown(reader)), tally);
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

const periodOf = (time: number): number => Math.floor(time / PERIOD_MS);

/** What is known of a reader stands in the key alone, which keeps no header in memory of which it holds a part. */
function keyOf({ document_id, kind, via, first }: Tally, reader: string): string {
  return `${document_id} ${kind} ${via} ${periodOf(first)}${reader}`;
}

/** What a request says of its sender beside the address. No header holds a line feed (RFC 9110, 5.5). */
function nameOf({ headers, proven }: Exclude<Reader, { user_id: number }>): string {
  const agent = headers.get("user-agent") ?? "";
  const short = agent.length > AGENT_CHARS_MAX ? ownText(agent.slice(0, AGENT_CHARS_MAX)) : agent;
  const viewer = headers.has("cookie") ? (viewerTextOf(headers) ?? "") : "";
  if (viewer === "" && !proven) return short;
  return `${short}\n${viewer.length > COOKIE_CHARS_MAX ? "" : viewer}\n${proven ? "proven" : ""}`;
}

/** A text that keeps no longer one in memory. */
function ownText(part: string): string {
  return Buffer.from(part, "latin1").toString("latin1");
}

const textOfPerson = (userId: number): string => `\nu${userId}`;
const textOfVisitor = (ip: string, name: string): string => `\nv${ip}\n${name}.`;

function textOfKnown(reader: KnownReader): string {
  if (reader === null) return NOBODY;
  if ("user_id" in reader) return textOfPerson(reader.user_id);
  const { ip, agent, cookie, proven } = reader;
  return textOfVisitor(ip, cookie === "" && !proven ? agent : `${agent}\n${cookie}\n${proven ? "proven" : ""}`);
}

function readerOf(text: string): KnownReader {
  if (text === NOBODY) return null;
  if (text.startsWith("\nu")) return { user_id: Number(text.slice(2)) };
  const [, first = "", agent = "", cookie = "", proven = ""] = text.slice(0, -1).split("\n");
  return { ip: first.slice(1), agent, cookie, proven: proven !== "" };
}
