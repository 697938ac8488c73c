// What the driver keeps of a statement beside what its types say, to send it on a session of our choice and to end it.

/** A statement as the driver made it; it goes out by its handler once somebody waits for it. */
export interface DriverQuery extends Promise<unknown> {
  handler: SendQuery;
  /** Where it was sent; null before. */
  state: object | null;
  /** Whether it is what its session works at. */
  active: boolean;
  reject(error: unknown): void;
}

export type SendQuery = (query: DriverQuery) => void;

/** Asks on a connection of its own for the end of whatever the session of the query works at. */
export type CancelQuery = (query: DriverQuery) => Promise<unknown>;

/** False for parts of statements that the driver never sends, such as the name of a column. */
export function isDriverQuery(value: unknown): value is DriverQuery {
  return value instanceof Promise && "handler" in value && "canceller" in value && "active" in value;
}

/** The ways out of the client whose statement `query` is. */
export function waysOf(query: unknown): { send: SendQuery; cancel: CancelQuery } {
  if (!isDriverQuery(query) || !("canceller" in query))
    throw new Error("the driver's statements are not what they were");
  const { handler, canceller } = query;
  if (typeof canceller !== "function") throw new Error("the driver's statements cannot be cancelled");
  return { send: handler, cancel: async (one) => Reflect.apply(canceller, undefined, [one]) };
}
