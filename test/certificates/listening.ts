// The server's own listeners over a server of a test, and what they serve by name.
import { connect, type PeerCertificate } from "node:tls";
import { createHosts } from "../../hosts/listener/hosts.ts";
import { listenForTls } from "../../hosts/listener/tls.ts";
import type { RunningServer } from "../../kernel/host.ts";

/** Listens on the server's ports for TLS; answers what ends it. */
export async function listenTo(runtime: RunningServer): Promise<() => Promise<void>> {
  const hosts = createHosts(runtime);
  const fetch = (request: Request) => hosts.fetch(request, () => "127.0.0.1");
  const listeners = await listenForTls(runtime, { hostname: "127.0.0.1", serving: { fetch } });
  return async () => {
    await listeners?.drain();
    await listeners?.end();
  };
}

/** The names in the certificate that is served for a name; null while nothing listens. */
export function servedNames(port: number, servername: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, servername, rejectUnauthorized: false }, () => {
      const { subjectaltname }: PeerCertificate = socket.getPeerCertificate();
      socket.end();
      resolve(subjectaltname ?? null);
    });
    socket.on("error", () => resolve(null));
  });
}
