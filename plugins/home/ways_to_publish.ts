// How a person publishes from here: the three ways, ready to be copied.
import { type Html, html } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import { settingsPath } from "../app/port/paths.ts";
import { homeWords } from "./words.ts";

/** The ways under a sentence of what they need. */
export function publishing(call: Asking): Html {
  const words = homeWords(call);
  const agents = call.runtime.pathOf("mcp.page.connect");
  return html`<p class="soft">${words.how_told} <a href="${settingsPath("me/tokens")}">${words.make_token}</a></p>${waysToPublish(call)}${agents && html`<p><a href="${agents}">${words.how_agents}</a></p>`}`;
}

function waysToPublish(call: Asking): Html {
  const words = homeWords(call);
  const baseUrl = call.runtime.config.base_url;
  const ways = [
    {
      title: words.way_folder,
      note: words.way_folder_told,
      code: `npm install -g ${baseUrl}/docsvc.tgz\ndocsvc publish ./my-folder --server ${baseUrl} --token "$TOKEN"`,
    },
    {
      title: words.way_page,
      note: words.way_page_told,
      code: `curl ${baseUrl}/api/docs \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{"title": "Hello", "markdown": "# Hello\\n\\nIt works."}'`,
    },
    {
      title: words.way_agent,
      note: words.way_agent_told,
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
          <button type="button" class="btn small" hidden data-copy="${code}">${words.copy_way}<span class="only">: ${title}</span></button>
        </div>
      </li>`,
  )}
  </ol>`;
}
