// Texts of 200 KB and more as public README files and "awesome" lists are, made by generators after them.

/** A text, and what must be on its page: words that stand behind all that could swallow them. */
export interface ReadmeText {
  name: string;
  source: string;
  /** Texts of the page, and how often each stands there. */
  shown: Readonly<Record<string, number>>;
}

const LEAST_CHARS = 200_000;
const WORDS = "fast small typed async server client parser cache queue router for with and of the without any".split(
  " ",
);

/** The same numbers at every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function sentence(roll: (sides: number) => number, length = 12): string {
  return Array.from({ length }, () => WORDS[roll(WORDS.length)]).join(" ");
}

/** Parts until there is enough, and the end by which a test knows that nothing was left out. */
function grow(
  name: string,
  part: (index: number) => string,
  shown: (parts: number) => Record<string, number>,
): ReadmeText {
  const parts: string[] = [`# ${name}\n`];
  for (let size = 0, index = 0; size < LEAST_CHARS; index++) {
    const made = part(index);
    parts.push(made);
    size += made.length;
  }
  const source = `${parts.join("\n")}\n\nThe end of ${name}.\n`;
  return { name, source, shown: { [`The end of ${name}.`]: 1, ...shown(parts.length - 1) } };
}

/** Tables of 36 rows whose cells hold generics and tags of no meaning, as lists of components and of APIs have them. */
function tablesOfTypes(): ReadmeText {
  const roll = dice(1);
  const row = (table: number, at: number) =>
    `| [\`use${at}\`](https://example.org/${table}/${at}) | ${["List<String>", "<Foo>", "Map<K, List<V>>", "`<Bar/>`"][roll(4)]} | ${sentence(roll, 8)} |`;
  return grow(
    "tables of types",
    (index) =>
      `## Table ${index}\n\n| Name | Type | About |\n|:--|--|--:|\n${Array.from({ length: 36 }, (_, at) => row(index, at)).join("\n")}\n`,
    (parts) => ({ "<table>": parts, "<tr>": parts * 37 }),
  );
}

/** One table of thousands of rows with badges, flags and a piece of HTML in many of its cells, as lists of public APIs are. */
function longTable(): ReadmeText {
  const roll = dice(2);
  const rows: string[] = [];
  for (let size = 0; size < LEAST_CHARS; size += rows.at(-1)?.length ?? 0) {
    const cell = ["Yes", "No<br>never", "`OAuth`", ":flag: <kbd>x</kbd>", "🇯🇵 日本語", "<img src='i.png' width=20>"][
      roll(6)
    ];
    rows.push(
      `| [API ${rows.length}](https://example.org/${rows.length}) | ${sentence(roll, 9)} | ${cell} | ![b](https://img.example/${roll(99)}.svg) |`,
    );
  }
  const source = `# Long table\n\n| API | About | Auth | CORS |\n|---|---|---|---|\n${rows.join("\n")}\n\nThe end of long table.\n`;
  return { name: "long table", source, shown: { "The end of long table.": 1, "<table>": 1, "<tr>": rows.length + 1 } };
}

/** A head of badges and pictures in raw HTML, contents, and nested lists of links with notes, as "awesome" lists are. */
function awesomeList(): ReadmeText {
  const roll = dice(3);
  const item = (group: number, at: number) =>
    `${"  ".repeat(at % 3)}${at % 5 === 4 ? "*" : "-"} [Tool ${group}.${at}](https://example.org/${group}/${at}#readme) ![stars](https://img.example/${at}.svg) - ${sentence(roll)}. *([Demo](https://d.example/${at}), [Source](https://s.example/${at}))* \`MIT\` \`Go\` <a name="t-${group}-${at}"></a>`;
  const head =
    '<div align="center">\n<picture>\n<source media="(prefers-color-scheme: dark)" srcset="dark.png">\n<img alt="Logo" src="light.png" width="300">\n</picture>\n<br>\n<sub>An awesome list</sub>\n</div>\n<!-- toc -->\n';
  return grow(
    "awesome list",
    (index) =>
      `${index === 0 ? head : ""}\n## Group ${index}\n\n**[⬆ back to top](#awesome-list)**\n\n${Array.from({ length: 30 }, (_, at) => item(index, at)).join("\n")}\n`,
    (parts) => ({ "Demo</a>": parts * 30, "back to top": parts, "<picture>": 1 }),
  );
}

const CODE = {
  bash: "for f in *.txt; do echo \"$f\" | sed 's/<a>/b/' > out; done",
  cpp: "template <typename T> std::vector<std::map<K, T>> f(const T& t) { return {t}; }",
  diff: "- old <b>\n+ new </b>\n@@ -1 +1 @@",
  html: '<!-- a --><div class="x"><script>alert(1)</script></div>',
  java: "Map<String, List<Integer>> m = new HashMap<>(); // <T>",
  json: '{ "a": [1, 2, "<x>"] }',
  jsx: "export const A = () => <Foo bar={<Baz />}>{x && <></>}</Foo>;",
  mermaid: "graph TD; A-->B",
  python: 'def f(x: dict[str, list[int]]) -> None:\n    print(f"{x!r:>{10}}")',
  rust: "fn f<'a, T: Into<Cow<'a, str>>>(t: T) -> impl Fn() + 'a { move || () }",
  sql: "select * from t where a <> 'b' and c < 3 -- x",
  yaml: "a: &x\n  - <<: *x\n    b: |\n      <c>",
};

/** Sections of code in many languages, folded parts in raw HTML, comments over several lines, quotes, alerts and task lists. */
function manual(): ReadmeText {
  const roll = dice(4);
  const languages = Object.entries(CODE);
  const part = (index: number) => {
    const [language, code] = languages[index % languages.length] ?? ["", ""];
    return [
      `## Step ${index}: \`${language}\` & <kbd>Ctrl</kbd>+<kbd>C</kbd>`,
      `\`\`\`${language} title="a.${language}"\n${code}\n\`\`\``,
      `<details>\n<summary>More of <b>step ${index}</b></summary>\n\n${sentence(roll, 30)}\n\n~~~${language}\n${code}\n~~~\n\n1. one\n   - ${sentence(roll)}\n\n     \`\`\`\n     ${language} in a list\n     \`\`\`\n2. [x] two\n\n</details>`,
      `<!-- a comment\n\nover lines ${"-".repeat(index % 5)}x\n-->\n\n> [!${["NOTE", "TIP", "WARNING"][index % 3]}]\n> ${sentence(roll)}\n\n- [ ] ${sentence(roll)}\n- [x] $x^2_${index}$`,
    ].join("\n\n");
  };
  return grow("manual", part, (parts) => ({
    "More of <b>step": parts,
    "<details>": parts,
    "markdown-alert-title": parts,
  }));
}

/** References and footnotes by the thousand, defined at the end, in many scripts, from the right too, with emoji and entities. */
function references(): ReadmeText {
  const roll = dice(5);
  const words = [
    "機械学習のための高速なライブラリです。",
    "مكتبة سريعة للتعلم الآلي",
    "ספרייה מהירה",
    "Быстрая библиотека",
    "🚀🎉👨‍👩‍👧",
    "&copy; &lt;x&gt; caf\u00e9",
  ];
  const part = (index: number) =>
    [
      `### ${words[index % words.length]} ${index}`,
      `${words[roll(words.length)]} [tool ${index}][t${index}] [![build][b${index % 50}]][t${index}] [^n${index}] ${sentence(roll, 20)} https://example.org/${index}?a=b&c=d`,
      `[t${index}]: https://example.org/tools/${index} "Tool <${index}>"\n[b${index % 50}]: https://img.example/${index}.svg`,
      `[^n${index}]: ${words[roll(words.length)]} ${sentence(roll)}`,
    ].join("\n\n");
  return grow("references", part, (parts) => ({ 'alt="build"': parts, "data-footnote-ref": parts }));
}

/** Raw HTML as generators of lists write it: tables of contributors, centred blocks, pictures with links, line breaks and old tags. */
function contributors(): ReadmeText {
  const cell = (at: number) =>
    `<td align="center" valign="top" width="14.28%"><a href="https://example.org/u${at}"><img src="https://img.example/u/${at}?v=4&s=100" width="100px;" alt="Person ${at}"/><br /><sub><b>Person ${at}</b></sub></a><br /><a href="#code-${at}" title="Code">💻</a></td>`;
  const part = (index: number) =>
    `<h3 align="center">Group ${index}</h3>\n\n<!-- prettier-ignore-start -->\n<table>\n  <tbody>\n${Array.from({ length: 4 }, (_, row) => `    <tr>\n${Array.from({ length: 7 }, (_, at) => `      ${cell(index * 28 + row * 7 + at)}`).join("\n")}\n    </tr>`).join("\n")}\n  </tbody>\n</table>\n<!-- prettier-ignore-end -->\n\n<p align="center">\n  <font size="2">old</font> <tt>tag</tt><br/>\n  <a href="x.md">next</a>\n</p>\n`;
  return grow("contributors", part, (parts) => ({ "<sub><b>Person": parts * 28, "<table>": parts }));
}

export const README_TEXTS: readonly ReadmeText[] = [
  ...[tablesOfTypes(), longTable(), awesomeList(), manual(), references(), contributors()],
];
