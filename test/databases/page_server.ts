// A server whose databases are read at their links, as a browser reads them.
import { AS_BROWSER, openContentServer } from "../content/published.ts";
import { databasesOf } from "./made.ts";

export async function openPageServer() {
  const runtime = await openContentServer();
  const databases = databasesOf(runtime);
  const { must, makeDatabase, readDatabase } = databases;

  /** A database that everybody with its link may open. */
  async function openDatabase(options: Parameters<typeof makeDatabase>[0] = {}) {
    const made = await makeDatabase({ as: runtime.anna, ...options });
    await must(runtime.call(`PATCH /api/docs/${made.doc_id}`, { as: runtime.anna, json: { visibility: "unlisted" } }));
    const at = new URL((await readDatabase(made)).doc.url).pathname;
    return { ...made, page: at };
  }

  async function read(path: string, headers: Record<string, string> = {}) {
    const answer = await runtime.open(path, { headers: { ...AS_BROWSER, ...headers } });
    const text = new TextDecoder().decode(answer.bytes);
    return { status: answer.status, text, headers: answer.headers };
  }

  return { runtime, databases, openDatabase, read };
}
