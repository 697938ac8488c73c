// What a worker renders before anybody asks it to: texts as people write them, so that theirs are not the first.
import type { WarmUp } from "../../kernel/ports/workers.ts";
import type { tasks } from "./render_worker.ts";

/** The first takes some seven times what the last does, and what comes after that is hardly quicker. */
const TEXTS = 10;
/** About 2 KiB each. */
const SECTIONS = 2;

type Tasks = typeof tasks;
type Page = Parameters<Tasks["markdownPage"]>[0];

export function warmUps(): WarmUp[] {
  const module = new URL("./render_worker.ts", import.meta.url);
  const pages = Array.from({ length: TEXTS }, (_, number): WarmUp => {
    const input: Page = { source: textOf(number), destinations: {}, title: null, fallback: null };
    return { module, task: "markdownPage" satisfies keyof Tasks, input };
  });
  const body: Parameters<Tasks["markdownBody"]>[0] = { source: textOf(TEXTS), destinations: {}, from: null };
  const snippet: Parameters<Tasks["snippetPage"]>[0] = { content: listingOf(1), language: "python", title: "warm.py" };
  return [
    ...pages,
    { module, task: "markdownBody" satisfies keyof Tasks, input: body },
    { module, task: "snippetPage" satisfies keyof Tasks, input: snippet },
  ];
}

function textOf(number: number): string {
  const sections = Array.from({ length: SECTIONS }, (_, index) => sectionOf(number * SECTIONS + index));
  return `---\ntitle: Notes ${number}\ntags: [warm]\n---\n\n# Notes ${number}\n\n${sections.join("\n\n")}\n`;
}

function sectionOf(number: number): string {
  const sentence = `Whatever is **written** in section ${number} is read by people, *now and then* by programs, and \`once_${number}\` by both. `;
  const language = ["js", "python", "sh", "json"][number % 4] ?? "";
  return [
    `## Section ${number}`,
    sentence.repeat(3),
    `See [the next](#section-${number + 1}), <https://example.org/${number}>, [a reference][r${number}] and ![a picture](picture-${number}.png).`,
    `- one of ${number}\n- two, ~~or three~~\n  1. ${sentence}\n  2. more\n- [x] done\n- [ ] to do`,
    `| name | number |\n|---|---:|\n${Array.from({ length: 4 }, (_, row) => `| row ${row} | ${number * row} |`).join("\n")}`,
    `\`\`\`${language}\n${listingOf(number)}\n\`\`\``,
    `> [!NOTE]\n> ${sentence}`,
    `Energy is $E_{${number}} = mc^2$, as a note says.[^n${number}]`,
    `<details><summary>More</summary>\n\n${sentence}\n\n</details>`,
    `[r${number}]: https://example.org/reference/${number} "Reference"\n\n[^n${number}]: ${sentence}`,
  ].join("\n\n");
}

function listingOf(number: number): string {
  return Array.from({ length: 6 }, (_, line) => `value_${line} = compute(${line}, "${number}") # why`).join("\n");
}
