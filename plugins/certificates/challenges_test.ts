// However many ask for tokens that nobody waits for, the database is asked seldom or never,
// and a proof is never missed.
import { expect, test } from "bun:test";
import { type ChallengeSource, type Challenges, createChallengeFinder } from "./challenges.ts";

const NOW = new Date("2026-01-01T00:00:00Z");

/** Somebody orders, unless the source says otherwise. */
function finderOf(source: Partial<ChallengeSource> & Pick<ChallengeSource, "read">) {
  return createChallengeFinder({
    readOrdersEnd: async () => new Date(NOW.getTime() + 60_000),
    hears: () => true,
    now: () => NOW,
    rest_ms: 20,
    ...source,
  });
}

test("made-up tokens cost no look while nothing is ordered, one as soon as something is or notifications are away", async () => {
  let looks = 0;
  let end: Date | null = null;
  let hears = true;
  const finder = finderOf({
    read: async () => {
      looks += 1;
      return new Map([["token", "proof"]]);
    },
    readOrdersEnd: async () => end,
    hears: () => hears,
  });
  // Nothing is known yet.
  expect([await finder.find("made-up"), looks]).toEqual([null, 1]);
  await finder.noteOrders();
  const ask = () => Promise.all(Array.from({ length: 1000 }, (_, n) => finder.find(`made-up-${n}`)));
  await ask();
  // A proof of an order that is over is nobody's either.
  expect([await finder.find("token"), looks]).toEqual([null, 1]);
  hears = false;
  expect([await finder.find("made-up"), looks]).toEqual([null, 2]);
  hears = true;
  end = new Date(NOW.getTime() + 1);
  await finder.noteOrders();
  expect([await finder.find("token"), await finder.find("made-up"), looks]).toEqual(["proof", null, 3]);
  end = NOW;
  await finder.noteOrders();
  await ask();
  expect(looks).toBe(3);
});

test("an order that begins while the end of another is read is not taken for over", async () => {
  const reads: PromiseWithResolvers<Date | null>[] = [];
  const finder = finderOf({
    read: async () => new Map([["token", "proof"]]),
    readOrdersEnd: () => {
      const read = Promise.withResolvers<Date | null>();
      reads.push(read);
      return read.promise;
    },
  });
  const noted = [finder.noteOrders(), finder.noteOrders()];
  reads[1]?.resolve(new Date(NOW.getTime() + 1));
  reads[0]?.resolve(null);
  await Promise.all(noted);
  expect(await finder.find("token")).toBe("proof");
});

test("a thousand unknown tokens at once are one look, and a thousand more at once another one", async () => {
  let looks = 0;
  const { find } = finderOf({
    read: async () => {
      looks += 1;
      return new Map();
    },
  });
  const ask = () => Promise.all(Array.from({ length: 1000 }, (_, n) => find(`made-up-${n}`)));
  for (const round of [1, 2]) {
    expect(new Set(await ask())).toEqual(new Set([null]));
    expect(looks).toBe(round);
  }
});

test("a proof that is published while a look is under way is found by whoever asks afterwards, and again without a look", async () => {
  const published = new Map<string, string>();
  const reads: PromiseWithResolvers<Challenges>[] = [];
  const begun = Promise.withResolvers<void>();
  const { find } = finderOf({
    read: () => {
      const read = Promise.withResolvers<Challenges>();
      reads.push(read);
      if (reads.length === 1) begun.resolve();
      else read.resolve(new Map(published));
      return read.promise;
    },
  });
  const early = find("token");
  await begun.promise;
  published.set("token", "proof");
  const late = find("token");
  reads[0]?.resolve(new Map());
  expect([await early, await late]).toEqual([null, "proof"]);
  expect([await find("token"), reads.length]).toEqual(["proof", 2]);
});

test("a look that fails is told to those who wait for it, and the next one is made", async () => {
  let fails = true;
  const { find } = finderOf({
    read: async () => {
      if (fails) throw new Error("the database is away");
      return new Map([["token", "proof"]]);
    },
  });
  await expect(Promise.all([find("token"), find("other")])).rejects.toThrow("the database is away");
  fails = false;
  expect(await find("token")).toBe("proof");
});
