// What the tests of stars do over and over: add one, read them, count them.
import type { Answer, Harness, Person } from "../harness.ts";

export function starring(h: Harness) {
  function addStar(as: Person, json: Record<string, unknown>): Promise<Answer> {
    return h.call("POST /api/stars", { as, json });
  }

  async function readStars(as: Person) {
    return (await h.call("GET /api/stars", { as })).body.stars;
  }

  /** Stars of a person as the table holds them, shown or not. */
  async function countStars(as: Person): Promise<number> {
    return (await h.house.database.sql`select 1 from stars where user_id = ${as.user_id}`).count;
  }

  return { addStar, readStars, countStars };
}
