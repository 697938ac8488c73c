// A database that is removed for good while somebody writes into it: how Postgres says so, and what is answered.
import { refuse } from "../../../kernel/plugin.ts";

/** What the functions of the database raise. */
const GONE = "ZE004";
/** A row that names a database, or a table of one, which is there no more. */
const FOREIGN_KEY = "23503";
const KEYS_ON_DATABASES = /^database_\w+_(document|table)_id_fkey$/;

/** Answers what a statement does. Throws 404 where the database was removed meanwhile. */
export async function orGone<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw isGone(error) ? refuseGone() : error;
  }
}

export function isGone(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const key = "constraint_name" in error ? String(error.constraint_name) : "";
  return error.code === GONE || (error.code === FOREIGN_KEY && KEYS_ON_DATABASES.test(key));
}

export function refuseGone(): Error {
  return refuse.notFound("document not found");
}
