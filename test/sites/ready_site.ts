// A wiki and a folder site of one workspace on two servers, and whether a page of them came from memory.
import { handle } from "../../kernel/plugin.ts";
import { documentReadHook } from "../../plugins/documents/port/hooks.ts";
import type { DocumentRead } from "../../plugins/documents/port/read.ts";
import { openDomainServer } from "../content/domain_server.ts";
import type { HarnessOptions } from "../harness/harness.ts";
import { until } from "../harness/until.ts";

export const AS_PAGE = { accept: "text/html" };

export async function openReadySite(options: Pick<HarnessOptions, "manifest" | "reach" | "env"> = {}) {
  const readings: DocumentRead[] = [];
  const counter = {
    name: "toy_counter",
    operations: [],
    handles: () => [handle(documentReadHook, (one) => void readings.push(one))],
  };
  const entry = { purpose: "Counts readings.", needs: [], toolset: "docs", editions: ["community"] } as const;
  const runtime = await openDomainServer({ ...options, extra: [{ plugin: counter, entry }] });
  const other = await runtime.twin();
  const { anna, eve } = runtime;
  const wiki = `/w/@${anna.workspace}/`;
  const tree = `/w/@${anna.workspace}/r/handbook/`;

  const chapter = await put("# Chapter\n\nThe elephant.");
  const secret = await put("# Walrus\n\nFor now open to all.");
  await must("PUT /api/folder-meta?root=handbook&path=Guide", { published: true });
  const navigation = await must("POST /api/navigations", { name: "The book" });
  const entries = [
    { target: `doc:${chapter.doc_id}` },
    { target: `doc:${secret.doc_id}` },
    { target: "tag:news", label: "News" },
  ];
  await must(`PUT /api/navigations/${navigation.id}`, { version: navigation.version, entries });
  await must("PUT /api/wiki-site", { enabled: true, navigation: navigation.slug, title: "The Book" });

  /** Everything that was announced before has reached the other server afterwards. */
  function settle(): Promise<void> {
    return other.runtime.database.bus.catchUp();
  }

  /** Both servers have the page in memory, and send it from there. */
  async function warm(path: string): Promise<void> {
    for (const server of [runtime, other]) {
      await until(async () => {
        const { answer, is_short } = await seen(() => server.open(path, { headers: AS_PAGE }));
        return answer.status === 200 && is_short;
      });
    }
  }

  /** An answer without what differs from request to request, whether it came without the pipeline, and what was counted for it. */
  async function seen(ask: () => ReturnType<typeof runtime.open>) {
    const before = readings.length;
    const { status, headers, bytes } = await ask();
    const is_short = /-[0-9a-z]+$/.test((headers.get("x-request-id") ?? "").slice(36));
    headers.delete("x-request-id");
    const answer = { status, headers: [...headers], bytes: Bun.hash(bytes), text: new TextDecoder().decode(bytes) };
    const read = readings
      .slice(before)
      .map(({ document_id, kind, via, workspace_id }) => ({ document_id, kind, via, workspace_id }));
    return { answer, is_short, read };
  }

  async function put(markdown: string, fields: object = {}): Promise<{ doc_id: string }> {
    await runtime.call("POST /api/roots", { as: anna, json: { name: "Handbook" } });
    return must("POST /api/docs", { markdown, folder: "Guide", root: "handbook", visibility: "unlisted", ...fields });
  }

  function changeSecret(fields: object) {
    return must(`PATCH /api/docs/${secret.doc_id}`, fields);
  }

  async function enter(documents: { doc_id: string }[]): Promise<void> {
    const { version } = await must(`GET /api/navigations/${navigation.id}`);
    const entries = [
      ...documents.map(({ doc_id }) => ({ target: `doc:${doc_id}` })),
      { target: "tag:news", label: "News" },
    ];
    await must(`PUT /api/navigations/${navigation.id}`, { version, entries });
  }

  async function must(route: string, json?: object) {
    const { status, body } = await runtime.call(route, { as: anna, ...(json && { json }) });
    if (status >= 300) throw new Error(`${route} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  /** As a browser has it that came over from the app. */
  async function viewerCookie(path: string, person = anna): Promise<string> {
    const browser = runtime.visitor(person);
    let address = `${runtime.content_url}/viewer/sign-in?to=${encodeURIComponent(path)}`;
    for (let hops = 0; hops < 6; hops++) {
      const location = (await browser.open(address)).headers.get("location");
      if (location === null) break;
      address = new URL(location, address).href;
    }
    const own = browser.cookies.get(new URL(runtime.content_url).host) ?? new Map<string, string>();
    return [...own].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  return {
    ...{ runtime, other, anna, eve, wiki, tree, chapter, secret, navigation },
    ...{ settle, warm, seen, put, changeSecret, enter, must, viewerCookie },
  };
}
