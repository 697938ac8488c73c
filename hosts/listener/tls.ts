// The server's own TLS listener, by server name,
// and the plain one beside it that answers challenges and leads browsers to https.
import type { RunningServer } from "../../kernel/host.ts";
import { type ServedCertificate, type TlsSource, tlsHook } from "../../kernel/ports/http.ts";
import { createWakeableWorker } from "../../kernel/ports/jobs.ts";
import { explainBinding } from "./binding.ts";

/** Both listeners. */
export interface TlsListeners {
  /** Takes no new connections, and resolves when those under way have ended. */
  drain(): Promise<void>;
  /** Ends what is left. */
  end(): Promise<void>;
}

/** What both listen with. */
export interface ListenOptions {
  hostname: string;
  /** Of the listener that answers requests. */
  serving: Omit<Bun.Serve.HostnamePortServeOptions<undefined>, "port" | "hostname"> & {
    fetch: (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>;
  };
}

/** Where an authority asks for the proof of a host name (RFC 8555, 8.3). */
const CHALLENGES = "/.well-known/acme-challenge/";
const TOKEN = /^[A-Za-z0-9_-]{1,200}$/;

/** Listens where the server ends TLS itself; null where it does not. Throws ConfigError for a port that cannot be had. */
export async function listenForTls(runtime: RunningServer, options: ListenOptions): Promise<TlsListeners | null> {
  const source = (await runtime.callHook(tlsHook, undefined)).find((one) => one !== null);
  if (!source) return null;
  const named = new Set<string>();
  const plain = listenPlain(source, { hostname: options.hostname, isServed: (host) => named.has(host) });
  const leaving = new Set<Bun.Server<undefined>>();
  let current: Bun.Server<undefined> | null = null;

  // Bun takes certificates when it begins to listen and not after: a new listener shares the port, then the former leaves it.
  function serve(certificates: readonly ServedCertificate[]): void {
    const former = current;
    current = certificates.length === 0 ? null : listen(options, { port: source?.https_port ?? 0, certificates });
    named.clear();
    for (const { hostname } of certificates) named.add(hostname);
    if (!former) return;
    leaving.add(former);
    former.stop(false).finally(() => leaving.delete(former));
  }

  const loop = createWakeableWorker({
    round: async () => serve(await source.read()),
    failure: "certificates were not taken over",
    database: runtime.database,
    log: runtime.log,
  });
  serve(await source.read());
  loop.start();
  await source.watch(loop.wake);
  return {
    drain: async () => {
      await loop.stop();
      await Promise.all([plain.stop(true), current?.stop(false), ...[...leaving].map((one) => one.stop(false))]);
    },
    end: async () => {
      await Promise.all([current, ...leaving].map((one) => one?.stop(true)));
    },
  };
}

function listen(
  { hostname, serving }: ListenOptions,
  { port, certificates }: { port: number; certificates: readonly ServedCertificate[] },
): Bun.Server<undefined> {
  const tls = certificates.map(({ hostname: serverName, chain, key }) => ({ serverName, cert: chain, key }));
  return bind("HTTPS_PORT", port, () => Bun.serve({ ...serving, hostname, port, tls, reusePort: true }));
}

function listenPlain(
  source: TlsSource,
  { hostname, isServed }: { hostname: string; isServed: (host: string) => boolean },
): Bun.Server<undefined> {
  const port = source.http_port;
  const fetch = async (request: Request) => {
    const { pathname, search, hostname: host } = new URL(request.url);
    if (pathname.startsWith(CHALLENGES)) {
      const token = pathname.slice(CHALLENGES.length);
      const answer = TOKEN.test(token) ? await source.answerChallenge(token) : null;
      return answer === null ? notFound() : new Response(answer, { headers: { "content-type": "text/plain" } });
    }
    // A name that is not served is not led anywhere: this is no redirector for others.
    if (!isServed(host)) return notFound();
    const at = source.https_port === 443 ? host : `${host}:${source.https_port}`;
    return new Response(null, { status: 308, headers: { location: `https://${at}${pathname}${search}` } });
  };
  return bind("HTTP_PORT", port, () => Bun.serve({ hostname, port, reusePort: true, development: false, fetch }));
}

function notFound(): Response {
  return new Response("not found\n", { status: 404, headers: { "content-type": "text/plain" } });
}

function bind(variable: string, port: number, start: () => Bun.Server<undefined>): Bun.Server<undefined> {
  try {
    return start();
  } catch (error) {
    throw explainBinding(error, { variable, port });
  }
}
