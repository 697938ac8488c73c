// Serves the metrics on a port of their own, loopback unless METRICS_PORT names an address.
import type { House } from "../kernel/mod.ts";

export function serveMetrics(house: House): Bun.Server<undefined> {
  const { metrics_host: hostname, metrics_port: port } = house.config;
  return Bun.serve({
    hostname,
    port: port ?? 0,
    fetch: async (request) => {
      if (new URL(request.url).pathname !== "/metrics") return new Response("not found\n", { status: 404 });
      const { content_type, body } = await house.metrics.render();
      return new Response(body, { headers: { "content-type": content_type } });
    },
  });
}
