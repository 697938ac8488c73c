// Connects a floor to the Postgres that it was started for, as anyone would with this driver.
import postgres from "postgres";

/** As many connections as our own pool has. */
export function openFloorDatabase() {
  const place = JSON.parse(process.env["FLOOR_DATABASE"] ?? "null");
  return postgres({ ...place, max: 16, onnotice: () => {} });
}
