// What the tests of sites share: a server with a shared root, and documents put into its folders.
import { type ContentServer, openContentServer } from "../content/published.ts";
import type { HarnessOptions, ParsedBody } from "../harness/harness.ts";

export interface SiteServer extends ContentServer {
  /** Publishes markdown into a folder of the root `handbook`, and answers its id. */
  put(folder: string, markdown: string, fields?: Record<string, unknown>): Promise<{ doc_id: string; slug: string }>;
  /** Changes the settings of a folder of that root. */
  settle(path: string, settings: Record<string, unknown>): Promise<void>;
  /** Makes a navigation of these entries; answers what names it, and its tree. */
  navigate(entries: object[]): Promise<{ id: string; slug: string; tree: ParsedBody }>;
  /** The address of that root's site. */
  site: string;
  /** A page of the site as a stranger's browser gets it. */
  read(path: string, headers?: Record<string, string>): Promise<{ status: number; text: string; headers: Headers }>;
}

export async function openSiteServer(options: HarnessOptions = {}): Promise<SiteServer> {
  const runtime = await openContentServer(options);
  const made = await runtime.call("POST /api/roots", { as: runtime.anna, json: { name: "Handbook" } });
  if (made.status !== 201) throw new Error(`the root answered ${made.status}`);
  const site = `/w/@${runtime.anna.workspace}/r/handbook/`;
  return {
    ...runtime,
    site,
    put: async (folder, markdown, fields = {}) => {
      const json = { markdown, folder, root: "handbook", visibility: "unlisted", ...fields };
      const { status, body } = await runtime.call("POST /api/docs", { as: runtime.anna, json });
      if (status !== 201) throw new Error(`publishing answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    settle: async (path, settings) => {
      const route = `PUT /api/folder-meta?root=handbook&path=${encodeURIComponent(path)}`;
      const { status, body } = await runtime.call(route, { as: runtime.anna, json: settings });
      if (status !== 200) throw new Error(`the settings answered ${status}: ${JSON.stringify(body)}`);
    },
    navigate: async (entries) => {
      const made = await runtime.call("POST /api/navigations", { as: runtime.anna, json: { name: "The book" } });
      const { id, slug, version } = made.body;
      const route = `PUT /api/navigations/${id}`;
      const { status, body: tree } = await runtime.call(route, { as: runtime.anna, json: { version, entries } });
      if (status !== 200) throw new Error(`the navigation answered ${status}: ${JSON.stringify(tree)}`);
      return { id, slug, tree };
    },
    read: async (path, headers = {}) => {
      const answer = await runtime.open(path, { headers: { accept: "text/html", ...headers } });
      return { status: answer.status, text: new TextDecoder().decode(answer.bytes), headers: answer.headers };
    },
  };
}
