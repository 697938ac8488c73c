// Texts made to be costly to parse, render, index or search: each a short construct that is repeated up to a size.

/** One construct; `make` answers a text of at most so many bytes, and nearly so many where the construct can grow so long. */
export interface HostileText {
  name: string;
  make(bytes: number): string;
}

/** `piece` again and again, behind `head` and before `tail`. */
export function repeated(piece: string | ((index: number) => string), { head = "", tail = "" } = {}) {
  return (bytes: number): string => {
    const room = bytes - Buffer.byteLength(head) - Buffer.byteLength(tail);
    if (typeof piece === "string") return head + piece.repeat(Math.floor(room / Buffer.byteLength(piece))) + tail;
    const pieces: string[] = [];
    for (let index = 0, used = 0; ; index += 1) {
      const next = piece(index);
      used += Buffer.byteLength(next);
      if (used > room) return head + pieces.join("") + tail;
      pieces.push(next);
    }
  };
}

/** As many times `open` as `close`, around `inner`. */
export function nested(open: string, inner: string, close: string) {
  return (bytes: number): string => {
    const depth = Math.floor((bytes - inner.length) / (open.length + close.length));
    return open.repeat(depth) + inner + close.repeat(depth);
  };
}

/** Runs of growing length, none of which has another of its length. */
function growing(mark: string) {
  return repeated((index) => `${mark.repeat((index % 700) + 1)}a `);
}

const text = (name: string, make: HostileText["make"]): HostileText => ({ name, make });

const BRACKETS = [
  text("opening brackets", repeated("[")),
  text("opening brackets, one a line", repeated("[a\n")),
  text("opening brackets, one a paragraph", repeated("[a\n\n")),
  text("opening brackets of pictures", repeated("![")),
  text("closing brackets", repeated("a]")),
  text("brackets inside each other", nested("[", "a", "]")),
  text("links inside each other", nested("[", "a", "](b)")),
  text("pictures inside each other", nested("![", "a", "](b)")),
  text("links that are never closed", repeated("[a](")),
  text("links with an open address", repeated("[a](<b")),
  text("links with an open title", repeated('[a](b "c')),
  text("parentheses in an address", repeated("(", { head: "[a](" })),
  text("references to nothing", repeated("[a][b] ")),
  text("references to one definition", repeated("[a] ", { head: "[a]: /b\n\n" })),
  text(
    "definitions and their references",
    repeated((index) => `[a${index}]: /b\n\n[a${index}]\n\n`),
  ),
  text(
    "definitions",
    repeated((index) => `[a${index}]: /b\n`),
  ),
  text("definitions with an open title", repeated('[a]: b "\nc\n')),
  text("labels of a thousand characters", repeated(`[${"a".repeat(998)}`)),
  text("references between documents that are never closed", repeated("[[a")),
  text(
    "references between documents",
    repeated((index) => `[[a${index}|b]] `),
  ),
];

const EMPHASIS = [
  text("emphasis that opens", repeated("*a_ ")),
  text("emphasis of many kinds", repeated("*a **b _c __d ")),
  text("emphasis that crosses", repeated("a**b*c_")),
  text("emphasis inside each other", nested("*a ", "b", " c*")),
  text("strong inside each other", nested("**a ", "b", " c**")),
  text("a run of stars", repeated("*", { tail: "a" })),
  text("stars between letters", repeated("a***")),
  text("runs of stars of growing length", growing("*")),
  text("lines that are struck out once", repeated("a~")),
  text("lines that are struck out twice", repeated("~~a ~b ")),
  text("runs of backticks of growing length", growing("`")),
  text("backticks on lines", repeated("`a\n")),
];

const BLOCKS = [
  text("quotes inside each other", repeated(`${">".repeat(90)}a\n`)),
  text("quotes deeper than allowed", repeated("> ")),
  text("lazy lines in a deep quote", repeated("lazy\n", { head: `${">".repeat(90)}a\n` })),
  text("quotes that begin and end", repeated(">a\n\n>>b\n")),
  text(
    "lists inside each other",
    repeated((index) => `${" ".repeat(2 * (index % 90))}- a\n`),
  ),
  text("lists on one line", repeated(`${"- ".repeat(90)}a\n`)),
  text("one list", repeated("- a\n")),
  text("one list with empty lines", repeated("1. a\n\n")),
  text("items without content", repeated("-\n")),
  text("items before many empty lines", repeated(`- a${"\n".repeat(200)}`)),
  text("tasks", repeated("- [ ] a\n")),
  text("headings", repeated("# a\n")),
  text("headings of closing marks", repeated(" #", { head: "# a" })),
  text("headings by underlines", repeated("a\n=\n")),
  text("a paragraph that may become a heading", repeated("a\n", { tail: "===" })),
  text("rules", repeated("***\n")),
  text("a rule on a long line that is none", repeated("* ", { tail: "a" })),
  text("fences", repeated("```\na\n```\n")),
  text("fences that are never closed", repeated("> ```a\n")),
  text("indented code with empty lines", repeated("    a\n\n")),
  text("paragraphs of one letter", repeated("a\n\n")),
  text("hard line ends", repeated("a  \n")),
  text("backslashes", repeated("\\")),
  text("empty lines", repeated("\n", { head: "a", tail: "b" })),
  text(
    "footnotes",
    repeated((index) => `[^${index}] `, { head: "[^0]: a\n\n" }),
  ),
  text(
    "definitions of footnotes",
    repeated((index) => `[^${index}]: a\n\n[^${index}]\n\n`),
  ),
  text("calls of one footnote", repeated("[^1] ", { head: "[^1]: a\n\n" })),
  text(
    "footnotes in footnotes",
    repeated((index) => `[^${index}]: a [^${index + 1}]\n\n`, { head: "[^0]\n\n" }),
  ),
];

const MATH = [
  text("dollars", repeated("$")),
  text("dollars between letters", repeated("$a ")),
  text("dollars that may end", repeated("$a$a")),
  text("dollars and backticks", repeated("$`a ")),
  text("dollars by two", repeated("$$a $ ")),
  text("lines of two dollars", repeated("$$\n")),
  text("blocks of math that never end", repeated("$$\na\n\n")),
  text("formulas of one letter", repeated("$x$ ")),
  text(
    "formulas, all different",
    repeated((index) => `$x_{${index}}$\n\n`),
  ),
  text("fractions inside each other", repeated(`$${"\\frac{".repeat(500)}x${"}{y}".repeat(500)}$\n\n`)),
  text("macros that call themselves", repeated("$\\def\\a{\\a\\a}\\a$\n\n")),
  text(
    "macros that grow",
    repeated((index) => `$\\def\\a{${"x".repeat(1000)}${index}}${"\\a".repeat(400)}$\n\n`),
  ),
  text("macros that double what they are given", repeated(`$${"\\pmb{".repeat(100)}x${"}".repeat(100)}$\n\n`)),
  text("matrices", repeated(`$\\begin{matrix}${`${"a&".repeat(60)}\\\\`.repeat(40)}\\end{matrix}$\n\n`)),
  text("faulty formulas", repeated("$\\frac{$ ")),
];

const TABLES = [
  text("small tables", repeated("|a|b|\n|-|-|\n|c|d|\n\n")),
  text("one long table", repeated("|a|b|\n", { head: "|a|b|\n|-|-|\n" })),
  text("a row of many cells", (bytes) => {
    const columns = Math.floor((bytes - 6) / 6);
    return `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"|b".repeat(columns)}|\n`;
  }),
  text("rows shorter than their head", repeated("|b\n", { head: `${"|a".repeat(300)}|\n${"|-".repeat(300)}|\n` })),
  text("rows under no head", repeated("|a|b|\n")),
  text("bars", repeated("|")),
  text("escaped bars", repeated("\\|", { head: "|a|\n|-|\n|" })),
];

const ADDRESSES = [
  text("addresses in angle brackets", repeated("<http://a>")),
  text("open angle brackets", repeated("<http://a ")),
  text("addresses", repeated("http://a.b ")),
  text("one address of many ends", repeated("http://a.b.).")),
  text("addresses that end in parentheses", repeated(")", { head: "http://a.b/" })),
  text("addresses that end in references", repeated("&amp;", { head: "http://a.b/" })),
  text("names of hosts", repeated("www.")),
  text("mail addresses", repeated("a@b.c ")),
  text("signs of mail", repeated("a@")),
  text("a long name before a sign of mail", repeated("a.", { tail: "@" })),
  text("protocols of mail", repeated("mailto:a@b.c/")),
];

const HTML = [
  text("elements inside each other", repeated("<div>")),
  text("elements inside each other, closed", nested("<div>", "a", "</div>")),
  text("formatting that crosses", repeated("<b><i>a</b>")),
  text("links in links", repeated("<a href=b>")),
  text("tables in tables", repeated("<table><tr><td>")),
  text("content in the wrong place of tables", repeated("<table>a<b>")),
  text("elements of many attributes", (bytes) => `<p${repeated((index) => ` a${index}=b`)(bytes - 4)}>`),
  text("comments", repeated("<!-- a -->\n")),
  text("comments that are never closed", repeated("<!-- a\n\n")),
  text("openings of comments", repeated("a <!--")),
  text("instructions", repeated("a <?")),
  text("declarations", repeated("a <!A")),
  text("character data", repeated("a <![CDATA[")),
  text("tags that are never closed", repeated("<a ")),
  text("tags with open values", repeated('<a href="')),
  text("tags of one letter", repeated("<a>")),
  text("pictures in vector form", repeated("<svg><g>")),
  text("mathematics", repeated("<math><mi>")),
  text("blocks that empty lines do not end", repeated("<pre>\n\na\n\n")),
  text("options of lists", repeated("<select><option>")),
];

const LETTERS = [
  text("named references", repeated("&amp;")),
  text("references that name nothing", repeated("&a")),
  text("numbers of characters", repeated("&#x41;")),
  text("the longest name of a character", repeated("&CounterClockwiseContourIntegral;")),
  text("line ends of other systems", repeated("a\r\n\r\n")),
  text("carriage returns", repeated("a\r")),
  text("letters that turn the direction", repeated("\u202ea\u2066")),
  text("marks above one letter", repeated("\u0301", { head: "a" })),
  text("invisible letters", repeated("\u200b\u00ad")),
  text("letters beyond the first plane", repeated("\u{1f600}")),
  text("tabs", repeated("\t", { head: "a", tail: "b" })),
  text("spaces", repeated(" ", { head: "a", tail: "b" })),
  text("one long word", repeated("a")),
  text("one long line", repeated("some words ")),
  text("front matter that never ends", repeated("a: b\n", { head: "---\n" })),
  text("front matter of anchors", (bytes) => {
    const entries = repeated((index) => `&a${index} [*a${index - 1},*a${index - 1}], `)(Math.min(bytes / 2, 60_000));
    return `---\ntitle: [&a0 x, ${entries}]\n---\n${"a ".repeat(bytes / 5)}`;
  }),
  text("the same heading", repeated("# same\n\n")),
  text(
    "code of many languages",
    repeated((index) => `\`\`\`${LANGUAGES[index % LANGUAGES.length]}\nx = "a" /* b\n\`\`\`\n`),
  ),
];

const LANGUAGES = ["js", "ts", "c", "cpp", "python", "rust", "sql", "yaml", "xml", "css", "swift", "perl", "php", "go"];

/** What is sent as markdown, and to whatever else takes a text. */
export const HOSTILE_MARKDOWN: readonly HostileText[] = [
  ...BRACKETS,
  ...EMPHASIS,
  ...BLOCKS,
  text("alerts", repeated("> [!NOTE]\n> a\n\n")),
  ...MATH,
  ...TABLES,
  ...ADDRESSES,
  ...HTML,
  ...LETTERS,
];
