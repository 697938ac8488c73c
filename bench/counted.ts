// Drives a server with a load and counts the processor time of a request on both sides of the socket to Postgres.
import { withCpu } from "./cpu.ts";
import { type Load, runLoad } from "./load.ts";
import type { Place, Server } from "./servers.ts";

/** What wrk saw, with the milliseconds of processor that a request took of the server and its workers, and of Postgres. */
export async function runCounted(place: Place, { base_url, pid }: Server, load: Omit<Load, "base_url">) {
  const pids = { server: pid, postgres: place.postgres_pid };
  const { cpu_ms, ...seen } = await withCpu(pids, () => runLoad({ ...load, base_url }));
  const requests = seen.rps * load.seconds;
  return { ...seen, server_cpu_ms_each: cpu_ms.server / requests, postgres_cpu_ms_each: cpu_ms.postgres / requests };
}
