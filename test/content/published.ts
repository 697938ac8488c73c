// What the tests of the content host share: a server with a publisher and readers, and browsers that visit it.
import type { Answer, Harness, HarnessOptions, Person } from "../harness/harness.ts";
import { openHarness } from "../harness/harness.ts";
import { createVisitor, type Visitor } from "../signin/visitor.ts";

/** A document as its publisher got it. */
export interface Published {
  doc_id: string;
  slug: string;
  /** `/d/{slug}/`. */
  at: string;
  url: string;
}

export interface ContentServer extends Harness {
  /** Owns what `publish` makes. */
  anna: Person;
  /** A member of anna's workspace. */
  otto: Person;
  /** A person of another workspace. */
  eve: Person;
  publish(
    fields: Record<string, unknown>,
    files?: Record<string, string | Uint8Array<ArrayBuffer>>,
  ): Promise<Published>;
  /** Changes a document as its owner. */
  patch(document: Published, fields: Record<string, unknown>): Promise<Answer>;
  /** A browser whose app session is the person's; nobody's without one. */
  visitor(person?: Person): Visitor;
}

export const PAGE = "<!doctype html><title>Plan</title><h1>The plan</h1>";

/** The header with which a browser asks for a page. */
export const AS_BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

/** As a browser asks for a part of a page whose origin is nobody's. */
export const AS_PART = {
  "sec-fetch-site": "cross-site",
  "sec-fetch-dest": "script",
  "sec-fetch-mode": "no-cors",
  accept: "*/*",
};

export async function openContentServer(options: HarnessOptions = {}): Promise<ContentServer> {
  const harness = await openHarness(options);
  const anna = await harness.person();
  const otto = await harness.person({ role: "member", workspace_id: anna.workspace_id });
  const eve = await harness.person();

  async function publish(
    fields: Record<string, unknown>,
    files: Record<string, string | Uint8Array<ArrayBuffer>> = {},
  ): Promise<Published> {
    const json = { html: PAGE, ...fields };
    const made = await harness.call("POST /api/docs", { as: anna, json });
    if (made.status !== 201) throw new Error(`publishing answered ${made.status}: ${JSON.stringify(made.body)}`);
    const { doc_id, slug, url } = made.body;
    for (const [path, content] of Object.entries(files)) {
      const put = await harness.call(`PUT /api/docs/${doc_id}/files/${encodeURI(path)}`, {
        as: anna,
        json: { content: Buffer.from(content).toString("base64"), encoding: "base64" },
      });
      if (put.status >= 300) throw new Error(`the file ${path} answered ${put.status}: ${JSON.stringify(put.body)}`);
    }
    return { doc_id, slug, url, at: `/d/${slug}/` };
  }

  return {
    ...harness,
    anna,
    otto,
    eve,
    publish,
    patch: async ({ doc_id }, fields) => {
      const answer = await harness.call(`PATCH /api/docs/${doc_id}`, { as: anna, json: fields });
      if (answer.status !== 200)
        throw new Error(`the change answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer;
    },
    visitor: (person) => {
      const visitor = createVisitor(harness.fetch, harness.base_url);
      const [name = "", value = ""] = person?.cookie.split("=") ?? [];
      if (person) visitor.cookies.set(new URL(harness.base_url).host, new Map([[name, value]]));
      return visitor;
    },
  };
}

/** Opens an address and follows redirects across the hosts, as a browser that goes to a page does. */
export async function follow(visitor: Visitor, address: string): Promise<{ response: Response; url: URL }> {
  let url = new URL(address);
  for (let hops = 0; hops < 12; hops++) {
    const response = await visitor.open(url.href);
    const location = response.headers.get("location");
    if (location === null) return { response, url };
    url = new URL(location, url);
  }
  throw new Error(`${address} redirects without end`);
}

/** The reader's browser after reading the document once, and the capability address of its page. */
export async function enter(document: Published, visitor: Visitor) {
  const { response, url } = await follow(visitor, document.url);
  return {
    visitor,
    response,
    page: url.href,
    part: (path: string) => visitor.send(new URL(path, url).href, { headers: { ...AS_PART, cookie: "" } }),
  };
}

/** The `Authorization` of HTTP Basic. */
export function basic(password: string, user = "reader"): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}
