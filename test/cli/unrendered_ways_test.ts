// A text of which no page can be made meets the same answer by every way in,
// and what stood there before stays for its readers.
import { afterAll, expect, test } from "bun:test";
import { publish } from "../../hosts/client/publish.ts";
import { openSyncPlace } from "./sync_fixture.ts";

const here = await openSyncPlace();
afterAll(here.close);
const { base_url } = here.place;

const OLD = "# Plan\n\nold line\n";
/** What takes the place of the old line, with what the service says against the whole. */
const TEXTS = [
  ["deep quotes", `${"> ".repeat(3000)}x`, /^line 3 nests more than 100 quotes/],
  ["wide tables", `${"|a".repeat(800)}|\n${"|-".repeat(800)}|\n${"|x|\n".repeat(100)}end`, /cells/],
] as const;

async function send(method: string, path: string, body: BodyInit | object): Promise<{ status: number; error: string }> {
  const isRaw = body instanceof FormData || typeof body === "string";
  const response = await fetch(base_url + path, {
    method,
    headers: { authorization: `Bearer ${here.token}`, ...(!isRaw && { "content-type": "application/json" }) },
    body: isRaw ? body : JSON.stringify(body),
  });
  const said = await response.json();
  return { status: response.status, error: said.error ?? said.detail };
}

async function publishFolder(path: string, folder: string): Promise<{ code: number; err: string[] }> {
  const err: string[] = [];
  const terminal = {
    ...{ env: {}, folder: "/", redraw: null, local: null },
    out: () => {},
    err: (line: string) => void err.push(line),
  };
  const code = await publish.call([path, "--folder", folder, "--server", base_url, "--token", here.token], terminal);
  return { code, err };
}

function formOf(name: string, field: string, text: string): FormData {
  const form = new FormData();
  form.append(field, new File([text], name));
  return form;
}

async function documentOf(folder: string, filename: string) {
  const { data } = await here.api.GET("/api/docs", { params: { query: { folder } } });
  const found = data?.docs.find((one) => one.filename === filename);
  if (!found) throw new Error(`there is no ${filename} in ${folder}`);
  return found;
}

async function shownOf(doc_id: string): Promise<string> {
  const response = await fetch(`${base_url}/api/docs/${doc_id}/files/index.html`, {
    headers: { authorization: `Bearer ${here.token}` },
  });
  return response.text();
}

test.each(TEXTS)(
  "a new text of %s is refused in the same words by every call, and kept as a file by publish and sync, which tell them",
  async (kind, lines, words) => {
    const text = OLD.replace("old line", lines);
    const calls = [
      await send("POST", "/api/docs", { markdown: text }),
      await send("PUT", "/api/upload?filename=new.md", text),
      await send("POST", "/api/files", formOf("new.md", "file", text)),
    ];
    const error = calls[0]?.error ?? "";
    expect(error).toMatch(words);
    expect(calls).toEqual(calls.map(() => ({ status: 400, error })));
    const told = `as a file, since no page can be made of it: ${error}`;

    const published = here.folder(`published ${kind}`);
    published.write("new.md", text);
    const byPublish = await publishFolder(published.path, `published ${kind}`);
    expect(byPublish.code).toBe(0);
    expect(byPublish.err).toContain(`published  new.md: ${told}`);

    const synced = here.folder(`synced ${kind}`);
    synced.write("new.md", text);
    const bySync = await synced.sync();
    expect({ code: bySync.code, lines: bySync.lines }).toEqual({ code: 0, lines: [`up        new.md: ${told}`] });

    for (const folder of [`published ${kind}`, `synced ${kind}`]) {
      const made = await documentOf(folder, "new.md");
      expect({ kind: made.kind, size: made.size }).toEqual({ kind: "file", size: text.length });
    }
  },
);

test.each(TEXTS)(
  "a page that an edit would fill with %s is refused in the same words by every way, and its readers see what they saw",
  async (kind, lines, words) => {
    const text = OLD.replace("old line", lines);
    const folder = `page of ${kind}`;
    const one = here.folder(folder);
    one.write("plan.md", OLD);
    await one.sync();
    const before = await documentOf(folder, "plan.md");
    const page = await shownOf(before.doc_id);
    expect(page).toContain("old line");
    const at = `/api/docs/${before.doc_id}`;
    const added = lines.split("\n").map((line) => `+${line}`);
    const diff = `--- a/source.md\n+++ b/source.md\n@@ -3 +3,${added.length} @@\n-old line\n${added.join("\n")}\n`;
    const calls = [
      await send("POST", `${at}/edit`, { path: "source.md", old_string: "old line", new_string: lines }),
      await send("POST", `${at}/patch`, { diff }),
      await send("PUT", `${at}/files/source.md`, { content: text }),
      await send("POST", `${at}/files`, formOf("source.md", "files", text)),
    ];
    const error = calls[0]?.error ?? "";
    expect(error).toMatch(words);
    expect(calls).toEqual(calls.map(() => ({ status: 400, error })));

    one.write("plan.md", text);
    const byPublish = await publishFolder(one.path, folder);
    expect(byPublish.code).toBe(1);
    expect(byPublish.err).toContain(`failed     plan.md: ${error}`);
    const bySync = await one.sync();
    expect({ code: bySync.code, err: bySync.err.filter((said) => said.startsWith("failed")) }).toEqual({
      code: 1,
      err: [`failed    plan.md: ${error}`],
    });
    expect(one.read("plan.md")).toBe(text);
    const after = await documentOf(folder, "plan.md");
    expect({ kind: after.kind, version: after.version }).toEqual({ kind: "markdown", version: before.version });
    expect(await shownOf(before.doc_id)).toBe(page);
  },
);
