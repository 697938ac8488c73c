// How a person publishes from here: the three ways, ready to be copied.
import { type Html, html } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { settingsPath } from "../app/port/paths.ts";
import { homeWords } from "./words.ts";

/** The ways under a sentence of what they need. */
export function publishing(call: Asking): Html {
  const words = homeWords(call);
  const agents = call.runtime.pathOf("mcp.page.connect");
  return html`<p class="soft">${words.how_told} <a href="${settingsPath("me/tokens")}">${words.make_token}</a></p>${waysToPublish(call.runtime.config.base_url)}${agents && html`<p><a href="${agents}">${words.how_agents}</a></p>`}`;
}

function waysToPublish(baseUrl: string): Html {
  const ways = [
    {
      title: "A folder, from the command line",
      note: "Every page and picture in it; run it again after a change and only what changed is written. The first line installs the command, with npm.",
      code: `npm install -g ${baseUrl}/docsvc.tgz\ndocsvc publish ./my-folder --server ${baseUrl} --token "$TOKEN"`,
    },
    {
      title: "One page, with curl",
      note: "The answer holds the page's link.",
      code: `curl ${baseUrl}/api/docs \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"title": "Hello", "markdown": "# Hello\\n\\nIt works."}'`,
    },
    {
      title: "From your agent, over MCP",
      note: "Add this server to the agent's settings, then ask it to publish what it wrote.",
      code: JSON.stringify(
        {
          mcpServers: {
            docs: { type: "http", url: `${baseUrl}/mcp` },
          },
        },
        null,
        2,
      ),
    },
  ];
  return html`<ol class="ways">${ways.map(
    ({ title, note, code }) => html`
      <li>
        <h3>${title}</h3>
        <p class="soft">${note}</p>
        <div class="stack tight">
          <pre tabindex="0"><code>${code}</code></pre>
          <button type="button" class="btn small" hidden data-copy="${code}">Copy<span class="only">: ${title}</span></button>
        </div>
      </li>`,
  )}
  </ol>`;
}
