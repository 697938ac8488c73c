// What the tests of stars do over and over: add one, read them, count them.
import type { Answer, Harness, Person } from "../harness/harness.ts";

export function starring(h: Harness) {
  function addStar(as: Person, json: Record<string, unknown>): Promise<Answer> {
    return h.call("POST /api/stars", { as, json });
  }

  async function readStars(as: Person) {
    return (await h.call("GET /api/stars", { as })).body.stars;
  }

  /** Stars of a person as the table holds them, shown or not. */
  async function countStars(as: Person): Promise<number> {
    return (await h.runtime.database.sql`select 1 from stars where user_id = ${as.user_id}`).count;
  }

  /** Makes a folder that can be starred. */
  async function makeFolder(as: Person, path: string, root = "~"): Promise<void> {
    const { status } = await h.call("POST /api/folders", { as, json: { path, root } });
    if (status !== 201) throw new Error(`the folder "${path}" was not made: ${status}`);
  }

  return { addStar, readStars, countStars, makeFolder };
}
