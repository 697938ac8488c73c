// What Postgres refuses because another has it already, as a 409 of the surface.
import { refuse } from "../../kernel/plugin.ts";

/** Throws 409 where the provider's id belongs to another user or group of the workspace. */
export async function refuseTwin(write: Promise<void>, externalId: string | null): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw refuse.conflict(`externalId "${externalId}" belongs to another resource of this workspace`, {
      code: "already_exists",
    });
  }
}

/** A unique index had the value (Postgres 23505). */
function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}
