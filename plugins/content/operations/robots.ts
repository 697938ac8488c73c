// What crawlers are told on a workspace's own domain: documents are for those who have their links (rules: content 7).
import { anyone, refuse } from "../../../kernel/mod.ts";
import { operation } from "../../operation.ts";

export const readRobots = operation({
  id: "content.robots",
  route: "GET /robots.txt",
  host: "content",
  summary: "Tell crawlers to stay away",
  description: "On a workspace's own domain; the shared host has no such file, and tells them with each document.",
  anonymous: true,
  permit: anyone(),
  raw: "download",
  dialect: "content",
  refuses: [404],
  run: ({ request }) => {
    if (request.content_host.workspace_id === null) throw refuse.notFound("not found");
    const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=3600" };
    return new Response("User-agent: *\nDisallow: /\n", { headers });
  },
});
