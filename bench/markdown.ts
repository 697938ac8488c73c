// Markdown of 1 MiB: its publish beside the bare mdast and hast pipeline, and what other requests feel meanwhile.
import { toHtml } from "hast-util-to-html";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { toHast } from "mdast-util-to-hast";
import { gfm } from "micromark-extension-gfm";
import { runPaced } from "./load.ts";
import { publishPages } from "./published.ts";
import { compare, print, readRounds } from "./rounds.ts";
import { openPlace } from "./servers.ts";

/** One after the other; readers that sent all they can would take both cores from the publishes that they are to feel. */
const PUBLISHES_MEANWHILE = 8;
const READS_PER_SECOND = 200;

const PARAGRAPH =
  '## Section %N%\n\nSome *prose* with `code`, a [link](https://example.com) and **weight**.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```rust\nfn main() { println!("%N%"); }\n```\n\n';

function writeMarkdown(bytes: number, seed: number): string {
  let text = `# Book ${seed}\n\n`;
  for (let n = 0; text.length < bytes; n++) text += PARAGRAPH.replaceAll("%N%", `${seed}-${n}`);
  return text;
}

const place = await openPlace();
try {
  const { token, doc_ids } = await publishPages(place, 100);
  let seed = 0;

  async function publish(markdown = writeMarkdown(1024 ** 2, ++seed)): Promise<{ ms: number }> {
    const body = JSON.stringify({ markdown });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const started = performance.now();
    const response = await fetch(`${place.ours.base_url}/api/docs`, { method: "POST", headers, body });
    if (response.status !== 201) throw new Error(`publishing answered ${response.status}: ${await response.text()}`);
    return { ms: performance.now() - started };
  }

  function renderBare(): { ms: number } {
    const source = writeMarkdown(1024 ** 2, ++seed);
    const started = performance.now();
    const tree = fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
    toHtml(toHast(tree, { allowDangerousHtml: true }), { allowDangerousHtml: true });
    return { ms: performance.now() - started };
  }

  await compare({
    workload: "markdown, 1 MiB",
    rounds: readRounds(),
    floor: async () => renderBare(),
    ours: () => publish(),
    score: (seen) => 1000 / seen.ms,
    reach: 0.8,
  });

  const requests = doc_ids.map((id) => ({ method: "GET", path: `/api/docs/${id}`, token }));
  const sources = Array.from({ length: PUBLISHES_MEANWHILE }, () => writeMarkdown(1024 ** 2, ++seed));
  const publishing = (async () => {
    for (const source of sources) await publish(source);
  })();
  const reading = runPaced({
    base_url: place.ours.base_url,
    requests,
    per_second: READS_PER_SECOND,
    until: publishing,
  });
  await publishing;
  print({
    workload: "reads while 1 MiB of markdown is published over and over",
    published: PUBLISHES_MEANWHILE,
    ...(await reading),
    reach: "p99 under 50 ms",
  });
} finally {
  await place.close();
}
