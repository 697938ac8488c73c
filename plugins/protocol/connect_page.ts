// What a person sees who opens an agents' address in a browser: what it is for, and how to connect a program to it.
import { html, type Page } from "../../kernel/plugin.ts";
import { PROTOCOL_PATH, readProtocolPath } from "./address.ts";

/** What names of toolsets are made of. Anything else in a link that somebody was sent is not shown as a line to paste. */
const PLAIN_PATH = /^[a-z0-9_,/-]+$/;

/** The page; null at a path where no agent is served. */
export function connectPage(pathname: string, base_url: string): Page | null {
  if (readProtocolPath(pathname) === null) return null;
  const url = base_url + (PLAIN_PATH.test(pathname) ? pathname : PROTOCOL_PATH);
  const config = JSON.stringify({ mcpServers: { docs: { type: "http", url } } }, null, 2);
  return {
    title: "An address for agents",
    body: html`
    <h1>An address for agents</h1>
    <p>There is nothing to read here. Programs that speak the Model Context Protocol (MCP) connect to this address, and publish and read documents for you, as far as you let them.</p>
    <p>Give the address to your program:</p>
    <pre tabindex="0"><code>${url}</code></pre>
    <p>In a file of settings it looks like this:</p>
    <pre tabindex="0"><code>${config}</code></pre>
    <p>Most programs then open your browser, where you decide. For one that cannot, make a token beside your documents; it is sent as <code>Authorization: Bearer</code>.</p>
    <p class="actions"><a class="button" href="/app">To your documents</a></p>`,
  };
}
