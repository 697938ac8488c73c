// What crawlers are told on a workspace's own domain:
// documents are for those who have their links (rules: content/own_domain).
import { anyone } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { crawlersHook } from "../port.ts";

export const readRobots = operation({
  id: "content.robots",
  route: "GET /robots.txt",
  host: "content",
  summary: "Tell crawlers what they may read",
  description: "Nothing, but for the sites of a domain whose workspace lets crawlers in.",
  anonymous: true,
  permit: anyone(),
  raw: "download",
  error_format: "content",
  refuses: [],
  run: async ({ request, callHook }) => {
    const answers = await callHook(crawlersHook, { host: request.content_host });
    const text = answers.find((answer) => answer !== null) ?? "User-agent: *\nDisallow: /\n";
    const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" };
    return new Response(text, { headers });
  },
});
