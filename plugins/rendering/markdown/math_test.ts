// Proves what is a formula and what is money, that formulas are drawn without style or script,
// and that faulty and hostile ones harm nothing.
import { expect, test } from "bun:test";
import { bodyOf, elementsOf, htmlOf, pageOf, parseHtml } from "../fixtures/read_page.ts";
import { textOf } from "../html/element.ts";
import { pageAssets } from "../page/assets.ts";
import { renderMarkdownBody, renderMarkdownPage } from "./markdown_page.ts";
import { classesOfLength } from "./math_style.ts";

/** The TeX of the formulas of a text, display ones in `$$`. */
async function formulasOf(source: string): Promise<string[]> {
  const html = await htmlOf(source);
  return [...html.matchAll(/<span class="math( math-display)?"[^>]*>.*?<annotation[^>]*>([^<]*)<\/annotation>/gs)].map(
    ([, display, tex = ""]) => (display === undefined ? tex : `$$${tex}$$`),
  );
}

test.each([
  ["a $x^2$ b", ["x^2"]],
  ["$x$", ["x"]],
  ["($x$), **$y$**, $z$.", ["x", "y", "z"]],
  ["公式$x$是", ["x"]],
  ["$a\nb$", ["a b"]],
  ["$a_1 * b_2 * c_3$", ["a_1 * b_2 * c_3"]],
  ["$x\\$y$", ["x\\$y"]],
  ["$`a_i`$", ["a_i"]],
  ["$`a \\text{ of $b$}`$", ["a \\text{ of $b$}"]],
  ["$$x$$", ["$$x$$"]],
  ["text $$ x\ny $$ text", ["$$x y$$"]],
  ["$$\nx\n- y\n$$", ["$$x\n- y$$"]],
  ["> $$\n> x\n> $$", ["$$x$$"]],
  ["- $$\n  x\n  $$", ["$$x$$"]],
  ["text\n$$\nx\n$$\ntext", ["$$x$$"]],
  ["```math\nx\n\ny\n```", ["$$x\n\ny$$"]],
  ["| $a$ |\n|-----|\n| $b$ |", ["a", "b"]],
  ["# $x$", ["x"]],
  ["[$x$](y)", ["x"]],
])("%j has the formulas %j", async (source, formulas) => {
  expect(await formulasOf(source)).toEqual(formulas);
});

test.each([
  ["costs $5 and $10"],
  ["$20,000 and $30,000"],
  ["US$5, US$6"],
  ["5$ and 10$"],
  ["echo $HOME and $PATH"],
  ["a$b$c"],
  ["$a$b"],
  ["$x$1"],
  ["$ x $"],
  ["$x $"],
  ["\\$x$"],
  ["`$x$`"],
  ["    $x$"],
  ["```\n$x$\n```"],
  ["<!-- $x$ -->"],
  ["$$$x$$$"],
  ["$$\nx\n\ny\n$$"],
  ["$$\nno end\n\ntext"],
  ["$$\n\n$$"],
  ["$x\n\ny$"],
])("%j has none", async (source) => {
  expect(await formulasOf(source)).toEqual([]);
});

test("what a formula may not be stays as it is written", async () => {
  expect(await htmlOf("costs $5 and $10, *a $b* c")).toBe("<p>costs $5 and $10, <em>a $b</em> c</p>");
});

test("a page with formulas asks for their stylesheet, and no other page does", async () => {
  const links = async (source: string) =>
    (await pageOf(source)).filter(({ tagName }) => tagName === "link").map(({ properties }) => properties["href"]);
  expect(await links("$x$")).toEqual(["/assets/math.css"]);
  expect(await links("costs $5")).toEqual([]);
});

const MANY = String.raw`$$\begin{aligned}a&=\sqrt{\frac{b}{c}}\\&\underbrace{x}_{y}\end{aligned}\boxed{z}\cancel{5}\color{red}r\textcolor{#abc}{s}\colorbox{yellow}{t}\fcolorbox{red}{#123456}{u}\left(\begin{array}{|c:c|}1&2\\\hline3&4\end{array}\right)\rule{2em}{1em}\overrightarrow{AB}$$`;

test("a formula is drawn for eyes and told in MathML, without a style in any element", async () => {
  const { html } = await renderMarkdownPage(MANY, { title: null });
  const page = elementsOf(parseHtml(html));
  expect(page.filter(({ properties }) => "style" in properties)).toEqual([]);
  expect(page.filter(({ tagName }) => tagName === "script")).toEqual([]);
  expect(page.filter(({ tagName }) => tagName === "math")).toHaveLength(1);
  const [drawn] = page.filter(({ properties }) => String(properties["className"]).split(",").includes("katex-html"));
  expect(drawn?.properties["ariaHidden"]).toBe("true");
});

test("every class that a length becomes is in the stylesheet, and so is every other of ours", async () => {
  const asset = pageAssets().get("/assets/math.css");
  const css = new TextDecoder().decode(await asset?.make());
  const { html } = await renderMarkdownPage(MANY, { title: null });
  const names = new Set(new TextDecoder().decode(html).match(/(?<=[" ])k-[\w-]+/g));
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter((name) => !css.includes(`.${name}{`))).toEqual([]);
  expect(css).not.toMatch(/url\((?!fonts\/KaTeX_[\w-]+\.woff2\))/);
  const fonts = [...css.matchAll(/url\((fonts\/[^)]*)\)/g)].map(([, path]) => `/assets/${path}`);
  expect(fonts.filter((path) => !pageAssets().has(path))).toEqual([]);
});

test("a length is a whole number and hundredths, below zero too", () => {
  expect(classesOfLength("top", "-3.063em")).toEqual(["k-t", "k-t-4", "k-t_94"]);
  expect(classesOfLength("height", "2.7em")).toEqual(["k-h", "k-h2", "k-h_70"]);
  expect(classesOfLength("height", "101em")).toBeNull();
  expect(classesOfLength("height", "3px")).toBeNull();
  expect(classesOfLength("content", "1em")).toBeNull();
});

test("a formula whose lengths have no class is drawn by the browser from MathML", async () => {
  const tall = `\\begin{matrix}${"a\\\\".repeat(300)}\\end{matrix}`;
  const { html } = await renderMarkdownPage(`$$${tall}$$`, { title: null });
  const page = elementsOf(parseHtml(html));
  expect(page.filter(({ properties }) => "style" in properties)).toEqual([]);
  expect(page.filter(({ tagName }) => tagName === "math")).toHaveLength(1);
  expect(new TextDecoder().decode(html)).not.toContain("katex-html");
});

test("what is shown elsewhere has formulas that need no stylesheet", async () => {
  const { html } = await renderMarkdownBody("$x$");
  expect(html).toContain("<math");
  expect(html).not.toContain("katex-html");
});

test("a faulty formula shows its source and what is wrong", async () => {
  const html = await htmlOf("$\\frac{<b>$ $\\nosuch$ $$\\begin{bad}$$");
  expect(html).toContain('<code>\\frac{&#x3C;b></code> <span class="math-fault-why">');
  expect(html).toContain(
    '<code>\\nosuch</code> <span class="math-fault-why">Undefined control sequence: \\nosuch</span>',
  );
  expect(html).toContain("No such environment: bad");
});

test("titles and ids of headings have the source of their formulas", async () => {
  const { toc, title } = await renderMarkdownBody("# The $x^2$ of $$y$$");
  expect(title).toBe("The x^2 of y");
  expect(toc[0]).toMatchObject({ text: "The x^2 of y", id: "the-x2-of-y" });
});

test.each([
  String.raw`\href{javascript:alert(1)}{x}`,
  String.raw`\url{javascript:alert(1)}`,
  String.raw`\includegraphics{https://x.example/a.png}`,
  String.raw`\htmlStyle{position:fixed}{x}`,
  String.raw`\htmlClass{markdown-alert}{x}`,
  String.raw`\htmlId{a}{x}`,
  String.raw`\htmlData{a=b}{x}`,
  String.raw`\text{<img src=x onerror=alert(1)>" style="x}`,
  String.raw`\color{red;position:fixed}{x}`,
  String.raw`\textcolor{url(https://x.example)}{x}`,
])("TeX makes no link, picture, style or class: %s", async (tex) => {
  for (const page of [await pageOf(`$$${tex}$$`), await bodyOf(`$$${tex}$$`)]) {
    const inside = page.filter(({ tagName }) => tagName !== "html");
    const math = inside.filter(({ properties }) => String(properties["className"] ?? "").startsWith("math"));
    const below = math.flatMap((node) => elementsOf(node));
    expect(below.filter(({ tagName }) => ["a", "img", "iframe", "script", "object"].includes(tagName))).toEqual([]);
    const odd = below.flatMap(({ properties }) =>
      Object.keys(properties).filter((name) => /^(style|id|href|src|on.*|data.*)$/i.test(name)),
    );
    expect(odd).toEqual([]);
    expect(below.filter(({ properties }) => String(properties["className"]).includes("markdown-alert"))).toEqual([]);
  }
});

test("HTML asks in vain for what formulas are made of", async () => {
  const html = await htmlOf(
    '<span class="katex k-h k-h9">x</span> <math><mi>y</mi></math> <font color="red">z</font> <svg><path d="M0"/></svg>',
  );
  expect(html).not.toMatch(/k-h|katex|<math|<font|<svg|<path/);
});

test("odd HTML beside formulas leaves them as they are", async () => {
  const html = await htmlOf("$x$ <b onclick=a>b</b>\n\n<p><table><p>$y$");
  expect(html).toContain("<math");
  expect(html).not.toMatch(/onclick|[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test("formulas that ask for too much are refused one by one or shown as source, and the page stands", async () => {
  const R = String.raw;
  const hostile = [
    `${R`\def\a{\a\a}`}\\a`,
    R`\def\a{${"x".repeat(4000)}}${R`\a`.repeat(1000)}`,
    `${R`\pmb{`.repeat(300)}${"x".repeat(3000)}${"}".repeat(300)}`,
    `${"{".repeat(4900)}${"}".repeat(4900)}`,
    `${R`\frac{`.repeat(600)}x${"}{y}".repeat(600)}`,
    R`\rule{999999em}{999999em}`,
    "x".repeat(10_001),
  ];
  for (const tex of hostile) expect((await htmlOf(`before $${tex}$ after`)).length).toBeLessThan(5_000_000);
});

test("formulas without end on one page are drawn up to a bound, then shown as source", async () => {
  const source = Array.from({ length: 12_000 }, (_, index) => `$x_{${index}}$`).join("\n\n");
  const { html } = await renderMarkdownPage(source, { title: null });
  expect(html.byteLength).toBeLessThan(6 * 1024 * 1024);
  expect(elementsOf(parseHtml(html)).findLast(({ tagName }) => tagName === "code")?.children).toHaveLength(1);
  expect(new TextDecoder().decode(html)).toContain("<code>x_{11999}</code>");
});

test("after a hundred faults a page shows sources alone", async () => {
  const html = await htmlOf(Array.from({ length: 200 }, (_, index) => `$\\nosuch{${index}}$`).join(" "));
  expect(html.split("math-fault-why").length - 1).toBe(101);
  expect(html).toContain("<code>\\nosuch{199}</code>");
});

test("the same formulas make the same page", async () => {
  const once = await renderMarkdownPage(`${MANY} $x$`, { title: null });
  expect((await renderMarkdownPage(`${MANY} $x$`, { title: null })).html).toEqual(once.html);
  expect(textOf(parseHtml(once.html))).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});
