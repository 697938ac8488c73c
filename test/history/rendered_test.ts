// Documents rendered for reading elsewhere, and markdown rendered without being kept.
import { describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";

const h = await openHarness();

describe("rendered", () => {
  test("answers body, contents, references and backlinks, and nothing of what the reader may not open", async () => {
    const target = await publish(h, { markdown: "# Target\n" });
    await h.call(`PUT ${target.at}/alias`, { as: target.as, json: { alias: "target" } });
    const source = "# Head\n\n[[target/source.md#L1-L2]] and [[nowhere]]\n\n## Part\n";
    const { as, at, doc } = await publish(h, { markdown: source }, { as: target.as });
    const answer = await h.call(`GET ${at}/rendered`, { as });
    expect(answer.body).toMatchObject({
      doc_id: doc.doc_id,
      kind: "markdown",
      path: "source.md",
      toc: [
        { text: "Head", level: 1 },
        { text: "Part", level: 2 },
      ],
      diagram: false,
      references: [
        { doc_id: target.doc.doc_id, title: "Target", alias: "target", path: "source.md", line_from: 1, line_to: 2 },
      ],
      version: 1,
      actor: as.email,
      brain: null,
      in_brain: false,
    });
    expect(answer.body.html).toContain("<h2");
    expect(answer.body.html).not.toContain("<html");
    const back = await h.call(`GET ${target.at}/rendered`, { as });
    expect(back.body.backlinks).toMatchObject([{ doc_id: doc.doc_id, path: "source.md" }]);
    const reader = await h.person({ workspace_id: as.workspace_id });
    const grant = { subject_type: "user", subject: reader.email, level: "view" };
    await h.call(`POST ${at}/access`, { as, json: grant });
    expect((await h.call(`GET ${at}/rendered`, { as: reader })).body.references).toEqual([]);
  });

  test("shows other text files as code, and of an HTML document nothing", async () => {
    const { as, at } = await publish(h, { html: "<p>x</p>" });
    expect((await h.call(`GET ${at}/rendered`, { as })).body.html).toBeNull();
    await h.call(`PUT ${at}/files/a.ts`, { as, json: { content: "const a = '```';\n<script>" } });
    const code = await h.call(`GET ${at}/rendered?path=a.ts`, { as });
    expect(code.body.html).toContain("language-ts");
    expect(code.body.html).not.toContain("<script");
    expect((await h.call(`GET ${at}/rendered?path=none`, { as })).status).toBe(404);
  });
});

test("what is rendered for somebody leads to what they may open alone, by alias and by id", async () => {
  const closed = await publish(h, { markdown: "# Secret\n" });
  const { as, doc } = closed;
  await h.call(`PUT ${closed.at}/alias`, { as, json: { alias: "secret" } });
  const content = `[[secret]] [[secret/source.md]] [[doc:${doc.doc_id}]] [[@${as.workspace}/secret]]\n`;
  const page = await publish(h, { markdown: content, visibility: "workspace" }, { as });
  const reader = await h.person({ role: "member", workspace_id: as.workspace_id });
  const shown = async (who: typeof as) => {
    const rendered = await h.call(`GET ${page.at}/rendered`, { as: who });
    const text = await h.call("POST /api/render/markdown", { as: who, json: { content } });
    return [rendered.body.html, text.body.html].map((html) => html.split(`/d/${doc.slug}/`).length - 1);
  };
  expect(await shown(as)).toEqual([4, 4]);
  expect(await shown(reader)).toEqual([0, 0]);
  // As for a name that nobody has.
  const nobody = await h.call("POST /api/render/markdown", { as: reader, json: { content: "[[nobody]]" } });
  const secret = await h.call("POST /api/render/markdown", { as: reader, json: { content: "[[secret]]" } });
  expect(secret.body.html.replaceAll("secret", "nobody")).toBe(nobody.body.html);
});

describe("what is rendered to be shown elsewhere", () => {
  const ADDRESSES = [
    ["[a](#part)", 'href="#part"'],
    ["[a](https://example.com/x)", 'href="https://example.com/x"'],
    ["[a](mailto:a@example.com)", 'href="mailto:a@example.com"'],
    ["[a](/d/other/)", 'href="HOST/d/other/"'],
    ["[a](beside.md)", 'href="PAGEbeside.md"'],
    ["[a](?print=1)", 'href="PAGE?print=1"'],
    ["![a](pics/a%20b.png)", 'src="PAGEpics/a%20b.png"'],
    ["![a](data:image/png;base64,AAAA)", 'src="data:image/png;base64,AAAA"'],
    ['<video src="a.mp4"></video>', 'src="PAGEa.mp4"'],
    ["[[plan/a b.md#L2]]", 'href="HOST/d/PLAN/a%20b.md#L2"'],
  ] as const;

  test("has whole addresses on the content host", async () => {
    const target = await publish(h, { markdown: "# Plan" });
    const { as } = target;
    await h.call(`PUT ${target.at}/alias`, { as, json: { alias: "plan" } });
    const content = ADDRESSES.map(([source]) => source).join("\n\n");
    const { doc, at } = await publish(h, { markdown: content }, { as });
    const host = h.runtime.config.content_url;
    const whole = (text: string, page: string) =>
      text.replace("PAGE", page).replace("HOST", host).replace("PLAN", target.doc.slug);
    const rendered = await h.call(`GET ${at}/rendered`, { as });
    const preview = await h.call("POST /api/render/markdown", { as, json: { content, doc_id: doc.doc_id } });
    for (const { html } of [rendered.body, preview.body]) {
      for (const [, wanted] of ADDRESSES) expect(html).toContain(whole(wanted, `${host}/d/${doc.slug}/`));
    }
    const loose = await h.call("POST /api/render/markdown", { as, json: { content } });
    for (const [, wanted] of ADDRESSES) expect(loose.body.html).toContain(whole(wanted, ""));
    // The page itself keeps them as they were written, so that it works under every host name.
    const page = await h.call(`GET ${at}/files/index.html`, { as });
    for (const [, wanted] of ADDRESSES) {
      expect(page.body).toContain(wanted.replace("PAGE", "").replace("HOST", "").replace("PLAN", target.doc.slug));
    }
  });

  test("begins at the folder of the file that is asked for", async () => {
    const { as, at, doc } = await publish(h, { markdown: "# One" });
    await h.call(`PUT ${at}/files/guide/start.md`, { as, json: { content: "![a](a.png) [b](/x/plan)" } });
    const { body } = await h.call(`GET ${at}/rendered?path=guide/start.md`, { as });
    const host = h.runtime.config.content_url;
    expect(body.html).toContain(`src="${host}/d/${doc.slug}/guide/a.png"`);
    expect(body.html).toContain(`href="${host}/x/plan"`);
  });
});

describe("rendering markdown", () => {
  test("answers the body of the page", async () => {
    await scenario(h, {
      given: async () => ({ as: await h.person() }),
      act: ({ as }) => ({
        as,
        call: "POST /api/render/markdown",
        json: { content: "# A *b*\n\n```mermaid\ngraph\n```\n" },
      }),
      expect: { status: 200, body: { has_diagram: true } },
    });
  });

  test("takes at most 2 MiB, a document that one may read, and 60 a minute", async () => {
    const as = await h.person();
    const render = (json: Record<string, unknown>) => h.call("POST /api/render/markdown", { as, json });
    expect((await render({ content: "a".repeat(2 * 1024 * 1024 + 1) })).status).toBe(413);
    const { doc } = await publish(h);
    expect((await render({ content: "a", doc_id: doc.doc_id })).status).toBe(404);
    const many = await Promise.all(Array.from({ length: 61 }, () => render({ content: "a" })));
    expect(many.filter((answer) => answer.status === 429)).toHaveLength(1);
  });
});

test("an agent that is not there is a 404, and never left out of account", async () => {
  const { as, at } = await publish(h, { markdown: "# One\n" });
  const answer = await h.call(`GET ${at}/rendered?agent=reviewer`, { as });
  expect(answer.status).toBe(404);
  expect(answer.body.error).toMatch(/no agent "reviewer"/);
});
