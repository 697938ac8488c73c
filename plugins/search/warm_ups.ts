// What a thread searches before anybody asks it to, so that the first search of a busy server is as quick as the next.
import type { WarmUp } from "../../kernel/ports/workers.ts";
import type { tasks as tailTasks } from "./find/tail_worker.ts";
import type { tasks } from "./search_worker.ts";

const TIMES = 5;
const FILES = 20;

export function warmUps(): WarmUp[] {
  const files = Array.from({ length: FILES }, (_, number) => fileOf(number));
  const match: Parameters<(typeof tailTasks)["match"]>[0] = {
    workspace_id: 0,
    query: "warm text",
    files: files.map((file) => ({ head: { title: file.path, tags: [], description: "" }, file, is_source: true })),
    time_ms: 1000,
  };
  const sources = files.map(({ bytes }) => ({
    text: new TextDecoder().decode(bytes),
    is_markdown: true,
    title: "",
  }));
  const runs = ["warm", "text"].map((text) => ({ start: 0, end: text.length, text, spaced: true }));
  const snippets: Parameters<(typeof tasks)["snippets"]>[0] = { sources, runs };
  const tail = new URL("./find/tail_worker.ts", import.meta.url);
  const search = new URL("./search_worker.ts", import.meta.url);
  return Array.from({ length: TIMES }, () => [
    { module: tail, task: "match" satisfies keyof typeof tailTasks, input: match },
    { module: search, task: "snippets" satisfies keyof typeof tasks, input: snippets },
  ]).flat();
}

function fileOf(number: number) {
  const sentence = `Whatever is **written** in text ${number} is found by people, *warm* or not, and \`once_${number}\` by programs. `;
  const is_html = number % 4 === 0;
  const text = is_html
    ? `<h1>Text ${number}</h1><p>${sentence.repeat(10)}`
    : `# Text ${number} é\n\n${sentence.repeat(10)}`;
  const path = is_html ? `text-${number}.html` : `text-${number}.md`;
  return { path, content_type: is_html ? "text/html" : "text/markdown", bytes: new TextEncoder().encode(text) };
}
