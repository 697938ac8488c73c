// How rendering says that a source cannot become a page; a worker knows no refusal, so render.ts turns this into a 400.

const NAME = "Unrenderable";

/** An error whose message is meant for the author of the source. */
export function unrenderable(message: string): Error {
  const error = new Error(message);
  error.name = NAME;
  return error;
}

/** True for what `unrenderable` made, also after it came out of a worker. */
export function isUnrenderable(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}

/** Runs a render and names the one failure that a hostile source can cause by nesting: a stack that is used up. */
export function guardDepth<Result>(render: () => Result): Result {
  try {
    return render();
  } catch (error) {
    if (error instanceof RangeError) throw unrenderable("content is nested too deeply to be shown; flatten it");
    throw error;
  }
}
