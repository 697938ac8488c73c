// A GET by https to a port of this machine under the name of a host, as `curl --resolve` does it.
import { request } from "node:https";

export interface Got {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Throws what the TLS handshake throws; `ca` is the one authority that is believed. */
export function httpsGet(
  host: string,
  { port, path, ca, headers }: { port: number; path: string; ca: string; headers?: Record<string, string> },
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port, path, ca, servername: host, headers: { host, ...headers }, agent: false },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => {
          const body = Buffer.concat(parts).toString();
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
        });
      },
    );
    asked.once("error", reject).end();
  });
}
