// The forms in which the usual clients want to be told of a server,
// each as its own documentation has it in November 2026.

export interface Connection {
  /** The endpoint. */
  url: string;
  /** Null lets the client ask for consent in the browser. */
  token: string | null;
}

export interface Client {
  /** As the command line names it. */
  name: string;
  title: string;
  /** What to do with the configuration. */
  place: string;
  configure(connection: Connection): string;
  /** What is left to do by hand. */
  after?(connection: Connection): string | null;
}

/** What the clients call this server. */
const NAME = "docs";
/** Where a client that keeps tokens out of its file looks for it. */
const TOKEN_VARIABLE = "DOCSVC_TOKEN";

export const CLIENTS: readonly Client[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    place: "run in a terminal",
    configure: ({ url, token }) =>
      `claude mcp add --transport http ${NAME} ${url}${token ? ` --header "Authorization: Bearer ${token}"` : ""}`,
    after: ({ token }) => (token ? null : `choose ${NAME} in /mcp to connect`),
  },
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    place:
      "claude_desktop_config.json, from Settings, Developer, Edit Config (a server on the web: Settings, Connectors)",
    // It starts programs only; this one from npm passes everything on. A space in an argument is lost on Windows.
    configure: ({ url, token }) => {
      const bridge = { command: "npx", args: ["-y", "mcp-remote", url] };
      if (!token) return servers(bridge);
      const args = [...bridge.args, "--header", "Authorization:$" + "{AUTHORIZATION}"];
      return servers({ ...bridge, args, env: { AUTHORIZATION: `Bearer ${token}` } });
    },
    after: () => "start it again",
  },
  {
    name: "cursor",
    title: "Cursor",
    place: "~/.cursor/mcp.json, or .cursor/mcp.json of a project",
    configure: ({ url, token }) => servers({ url, ...headers(token) }),
  },
  {
    name: "vscode",
    title: "VS Code",
    place: ".vscode/mcp.json of a project, or the command MCP: Open User Configuration",
    configure: ({ url, token }) => toJson({ servers: { [NAME]: { type: "http", url, ...headers(token) } } }),
  },
  {
    name: "codex",
    title: "Codex CLI",
    place: "~/.codex/config.toml",
    configure: ({ url, token }) => {
      const lines = [`[mcp_servers.${NAME}]`, `url = "${url}"`];
      return [...lines, ...(token ? [`bearer_token_env_var = "${TOKEN_VARIABLE}"`] : [])].join("\n");
    },
    after: ({ token }) => (token ? `export ${TOKEN_VARIABLE}=${token}` : `codex mcp login ${NAME}`),
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    place: "~/.gemini/settings.json",
    configure: ({ url, token }) => servers({ httpUrl: url, ...headers(token) }),
    after: ({ token }) => (token ? null : `/mcp auth ${NAME}`),
  },
  {
    name: "windsurf",
    title: "Windsurf",
    place: "~/.codeium/windsurf/mcp_config.json",
    configure: ({ url, token }) => servers({ serverUrl: url, ...headers(token) }),
  },
  {
    name: "json",
    title: "Other clients",
    place: "most read this form, often from .mcp.json",
    configure: ({ url, token }) => servers({ type: "http", url, ...headers(token) }),
  },
];

function servers(entry: Record<string, unknown>): string {
  return toJson({ mcpServers: { [NAME]: entry } });
}

function headers(token: string | null): { headers?: Record<string, string> } {
  return token ? { headers: { Authorization: `Bearer ${token}` } } : {};
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
