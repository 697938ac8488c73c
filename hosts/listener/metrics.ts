// Serves the metrics on a port of their own, loopback unless METRICS_PORT names an address.
import type { Config } from "../../kernel/plugin.ts";
import { explainBinding } from "./binding.ts";

/** Listens on METRICS_PORT and renders at each scrape. Throws ConfigError when the port is taken. */
export function serveMetrics(
  config: Config,
  render: () => Promise<{ content_type: string; body: string }>,
): Bun.Server<undefined> {
  const { metrics_host: hostname, metrics_port } = config;
  const port = metrics_port ?? 0;
  try {
    return Bun.serve({
      hostname,
      port,
      fetch: async (request) => {
        if (new URL(request.url).pathname !== "/metrics") return new Response("not found\n", { status: 404 });
        const { content_type, body } = await render();
        return new Response(body, { headers: { "content-type": content_type } });
      },
    });
  } catch (error) {
    throw explainBinding(error, { variable: "METRICS_PORT", port });
  }
}
