// A house whose databases are read at their links, as a browser reads them.
import { AS_BROWSER, openContentHouse } from "../content/published.ts";
import { databasesOf } from "./made.ts";

export async function openPageHouse() {
  const house = await openContentHouse();
  const databases = databasesOf(house);
  const { must, makeDatabase, readDatabase } = databases;

  /** A database that everybody with its link may open. */
  async function openDatabase(options: Parameters<typeof makeDatabase>[0] = {}) {
    const made = await makeDatabase({ as: house.anna, ...options });
    await must(house.call(`PATCH /api/docs/${made.doc_id}`, { as: house.anna, json: { visibility: "unlisted" } }));
    const at = new URL((await readDatabase(made)).doc.url).pathname;
    return { ...made, page: at };
  }

  async function read(path: string, headers: Record<string, string> = {}) {
    const answer = await house.open(path, { headers: { ...AS_BROWSER, ...headers } });
    const text = new TextDecoder().decode(answer.bytes);
    return { status: answer.status, text, headers: answer.headers };
  }

  return { house, databases, openDatabase, read };
}
