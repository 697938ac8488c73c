// Shows when a process may believe what it remembers, with both of its clocks moved by hand.
import { describe, expect, test } from "bun:test";
import { createHearing, HEARD_MS_MAX } from "./hearing.ts";

/** A process that is looked at each 100 ms while time passes; `stop` and `suspend` are pauses of it and of its machine. */
function makeProcess() {
  let monotonic = 5000;
  let wall = 1_000_000;
  let pauses = 0;
  const hearing = createHearing({ monotonic: () => monotonic, wall: () => wall }, () => {
    pauses += 1;
  });
  return {
    hearing,
    pauses: () => pauses,
    run: (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        monotonic += 100;
        wall += 100;
        hearing.observe();
      }
    },
    stop: (ms: number) => {
      monotonic += ms;
      wall += ms;
    },
    suspend: (ms: number) => {
      wall += ms;
    },
    stopAndSetBack: (ms: number) => {
      monotonic += ms;
    },
  };
}

function heardOnce() {
  const process = makeProcess();
  expect(process.hearing.isCurrent()).toBe(false);
  expect(process.hearing.hear(process.hearing.send())).toBe(false);
  expect(process.hearing.isCurrent()).toBe(true);
  return process;
}

describe("a process believes what it remembers", () => {
  test("for two seconds from when a number was sent, not from when it came back", () => {
    const { hearing, run } = heardOnce();
    run(HEARD_MS_MAX - 100);
    expect(hearing.isCurrent()).toBe(true);
    const nonce = hearing.send();
    run(100);
    expect(hearing.isCurrent()).toBe(false);
    run(1000);
    expect(hearing.hear(nonce)).toBe(false);
    expect(hearing.isCurrent()).toBe(true);
    run(HEARD_MS_MAX - 1100);
    expect(hearing.isCurrent()).toBe(false);
  });

  test("not after it was stopped, until a number comes back that was sent since", () => {
    const { hearing, stop, run, pauses } = heardOnce();
    const before = hearing.send();
    stop(600);
    expect(hearing.isCurrent()).toBe(false);
    expect(pauses()).toBe(1);
    hearing.hear(before);
    run(200);
    expect(hearing.isCurrent()).toBe(false);
    hearing.hear(hearing.send());
    expect(hearing.isCurrent()).toBe(true);
    expect(pauses()).toBe(1);
  });

  test("not after it was stopped, though the wall clock was set back meanwhile", () => {
    const { hearing, stopAndSetBack } = heardOnce();
    stopAndSetBack(600);
    expect(hearing.isCurrent()).toBe(false);
  });

  test("not after its machine slept, which only the wall clock tells", () => {
    const { hearing, suspend } = heardOnce();
    suspend(60_000);
    expect(hearing.isCurrent()).toBe(false);
    hearing.hear(hearing.send());
    expect(hearing.isCurrent()).toBe(true);
  });

  test("no longer for a wall clock that is set back or ahead, whose change costs one number", () => {
    for (const ahead of [-86_400_000, 86_400_000]) {
      const { hearing, suspend, run } = heardOnce();
      suspend(ahead);
      expect(hearing.isCurrent()).toBe(false);
      hearing.hear(hearing.send());
      expect(hearing.isCurrent()).toBe(true);
      run(HEARD_MS_MAX);
      expect(hearing.isCurrent()).toBe(false);
    }
  });

  test("not when a pause is noticed by a number that comes back from before it", () => {
    const { hearing, stop } = heardOnce();
    const before = hearing.send();
    stop(1500);
    hearing.hear(before);
    expect(hearing.isCurrent()).toBe(false);
  });

  test("not after a new beginning, whatever comes back from before", () => {
    const { hearing } = heardOnce();
    const before = hearing.send();
    hearing.restart();
    hearing.hear(before);
    expect(hearing.isCurrent()).toBe(false);
    expect(hearing.hear(hearing.send())).toBe(false);
    expect(hearing.isCurrent()).toBe(true);
  });
});

test("a number that never came back is told of by the next one", () => {
  const { hearing } = heardOnce();
  hearing.send();
  const later = hearing.send();
  expect(hearing.hear(later)).toBe(true);
  expect(hearing.hear(hearing.send())).toBe(false);
});

test("what comes back out of its order says nothing", () => {
  const { hearing, run } = heardOnce();
  const [one, two] = [hearing.send(), hearing.send()];
  hearing.hear(two);
  run(HEARD_MS_MAX);
  expect(hearing.hear(one)).toBe(false);
  expect(hearing.hear(Number("no number"))).toBe(false);
  expect(hearing.isCurrent()).toBe(false);
});
