// Sends one request of one person to a server over and over, for what it takes of the server and of Postgres:
// bench/databases.ts and its parts.
import { withCpu } from "./cpu.ts";
import { runLoad } from "./load.ts";
import type { Place, Server } from "./servers.ts";

const SECONDS = 3;

/** What wrk saw, with the processor time of a request: the server's, and that of Postgres. */
export type Loaded = Awaited<ReturnType<ReturnType<typeof loadingAs>>>;

/** To servers that stand on the Postgres of a place. */
export function loadingAs({ postgres_pid }: Pick<Place, "postgres_pid">, token: string) {
  return async (server: Server, route: string, body: object | null, connections: number) => {
    const [method = "", path = ""] = route.split(" ");
    const sent = { requests: [{ method, path, token }], connections, seconds: SECONDS };
    const texts = body === null ? {} : { body: JSON.stringify(body) };
    const pids = { server: server.pid, postgres: postgres_pid };
    const { cpu_ms, ...seen } = await withCpu(pids, () => runLoad({ base_url: server.base_url, ...sent, ...texts }));
    const each = (ms: number) => ms / (seen.rps * SECONDS);
    const [server_ms, postgres_ms] = [each(cpu_ms.server), each(cpu_ms.postgres)];
    return { ...seen, server_ms, postgres_ms, cpu_ms: server_ms + postgres_ms };
  };
}
