// Finds what waits to be asked for on the open port 80:
// from memory while nothing is ordered, with one query a second while something is.
import { type Runtime, SECOND_MS } from "../../kernel/plugin.ts";
import { listChallenges, readOrdersEnd } from "./store/acme.ts";

/** Every challenge that waits: what proves control of its host name, by token. */
export type Challenges = ReadonlyMap<string, string>;

/** What the finder asks; `rest_ms` is the least time between two looks at what waits. */
export interface ChallengeSource {
  read(): Promise<Challenges>;
  /** Until when an order may be under way on any server; null when none is. */
  readOrdersEnd(): Promise<Date | null>;
  /** Whether every beginning and end of an order is heard of. */
  hears(): boolean;
  now(): Date;
  rest_ms: number;
}

export interface ChallengeFinder {
  /** Answers the proof of a token, null for one that nobody waits for. */
  find(token: string): Promise<string | null>;
  /** An order has begun or ended on some server, or may have. */
  noteOrders(): Promise<void>;
}

/**
 * While no order is under way a made-up token costs nothing. While one is, `read` is called at most once in `rest_ms`: whoever asks for a
 * token that is not known waits for a look that begins after the question, so that a proof is found from the moment it is published.
 */
export function createChallengeFinder(source: ChallengeSource): ChallengeFinder {
  let known: Challenges = new Map();
  let coming: Promise<Challenges> | null = null;
  let earliest = 0;
  let noted = 0;
  /** In milliseconds; until it is read, an order may be under way. */
  let orders_end = Number.POSITIVE_INFINITY;

  async function look(): Promise<Challenges> {
    await Bun.sleep(Math.max(0, earliest - performance.now()));
    // What is published from here on may be missing in this one.
    coming = null;
    earliest = performance.now() + source.rest_ms;
    known = await source.read();
    return known;
  }

  const isQuiet = () => source.hears() && source.now().getTime() >= orders_end;

  return {
    find: async (token) => {
      if (isQuiet()) return null;
      const found = known.get(token);
      if (found !== undefined) return found;
      coming ??= look();
      return (await coming).get(token) ?? null;
    },
    noteOrders: async () => {
      noted += 1;
      const turn = noted;
      orders_end = Number.POSITIVE_INFINITY;
      const end = await source.readOrdersEnd();
      // What was heard of meanwhile is read by its own turn.
      if (turn === noted) orders_end = end?.getTime() ?? 0;
    },
  };
}

const CHANNEL = "certificate_orders";

/** Tells every server, with the commit, that an order begins or has ended. */
export function announceOrders({ bus }: Runtime["database"], sql: Parameters<typeof bus.notify>[0]): Promise<void> {
  return bus.notify(sql, CHANNEL, "");
}

/** The finder of a server, which hears of orders from `watch` on. */
export function findChallenges(runtime: Runtime): ChallengeFinder & { watch(): Promise<void> } {
  const { database, clock, log } = runtime;
  const finder = createChallengeFinder({
    read: () => listChallenges(database.sql),
    readOrdersEnd: () => readOrdersEnd(database.sql, clock.now()),
    hears: () => database.bus.hears(),
    now: () => clock.now(),
    rest_ms: SECOND_MS,
  });
  const note = () =>
    void finder.noteOrders().catch((error: unknown) => log.warn({ err: error }, "orders under way could not be read"));
  return {
    ...finder,
    watch: async () => {
      runtime.onClose(await database.bus.listen(CHANNEL, { onMessage: note, onReset: note }));
      note();
    },
  };
}
