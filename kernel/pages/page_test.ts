// The template tag is what stands between a title and a script: it escapes whatever is not markup already.
import { expect, test } from "bun:test";
import { answerPage, html, renderErrorPage } from "./page.ts";

function textOf(body: ReturnType<typeof html>): Promise<string> {
  return answerPage({ title: "T", body }).text();
}

test("html escapes text and keeps markup, lists and nothing", async () => {
  const evil = `<script>alert("1")</script>'&`;
  const list = ["a<", html`<i>${"b>"}</i>`, null, undefined, false, 7] as const;
  const text = await textOf(html`<p title="${evil}">${list}</p>`);
  const escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;";
  expect(text).toContain(`<p title="${escaped}">a&lt;<i>b&gt;</i>7</p>`);
});

test("a page's policy allows its own style by the hash of exactly what it sends", async () => {
  const page = answerPage({ title: "T", body: html`x` }, { form_targets: ["https://content.example"] });
  const style = /<style>([\s\S]*?)<\/style>/.exec(await page.clone().text())?.[1] ?? "";
  const hash = new Bun.CryptoHasher("sha256").update(style).digest("base64");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain(`'sha256-${hash}'`);
  expect(policy).toContain("form-action 'self' https://content.example;");
  expect(page.headers.get("referrer-policy")).toBe("same-origin");
});

test("an error page speaks in sentences, escapes the message and names the request", async () => {
  const fault = { status: 403, title: "No", message: "alias is <held>", request_id: "r-1" };
  const page = renderErrorPage(fault);
  expect(page.status).toBe(403);
  const text = await page.text();
  expect(text).toContain("Alias is &lt;held&gt;.");
  expect(text).toContain("r-1");
});
