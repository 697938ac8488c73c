// Lets so many do something at once and has the others wait in the order in which they came.

/** Answers what runs a piece of work in its turn; `most` of them run at once. */
export function limitTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    // Whoever ends hands the turn on, so that nobody comes in between.
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
