// Sends each of many requests once, on a few connections that stay open,
// with next to nothing between the socket and the count.
import { connect, type Socket } from "node:net";

export interface ReadAll {
  rps: number;
  /** Of bodies. */
  bytes: number;
}

export interface OneRequest {
  path: string;
  /** GET without it. */
  method?: string;
  token?: string;
  /** JSON; empty for none. */
  body?: string;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/** On this machine, under the name that the address has. Throws where an answer is no 200, or has no length. */
export async function readAllOnce(
  base_url: string,
  { requests, connections }: { requests: readonly OneRequest[]; connections: number },
): Promise<ReadAll> {
  const { port, host } = new URL(base_url);
  const left = requests.map((one) => textOf(one, host)).values();
  let bytes = 0;
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, readSome));
  return { rps: (requests.length * 1000) / (performance.now() - started), bytes };

  function readSome(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let head = Buffer.alloc(0);
    /** Of the body under way; null while its head is read. */
    let missing: number | null = null;
    /** What the server says with the last answer that it gives on a connection: nginx gives a thousand. */
    let isLast = false;
    let socket = open();
    return promise;

    function open(): Socket {
      const opened = connect(Number(port), "127.0.0.1", next);
      opened.on("error", reject);
      opened.on("close", () => {
        if (opened === socket) reject(new Error(`${base_url} closed a connection`));
      });
      opened.on("data", take);
      return opened;
    }

    function next(): void {
      const { value, done } = left.next();
      if (!done) socket.write(value);
      else {
        socket.destroy();
        resolve();
      }
    }

    function take(chunk: Buffer): void {
      let body = chunk.length;
      if (missing === null) {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        const text = head.toString("latin1", 0, end);
        const length = /^content-length: *(\d+)$/im.exec(text)?.[1];
        if (!text.startsWith("HTTP/1.1 200") || length === undefined) {
          reject(new Error(text));
          return;
        }
        isLast = /^connection: *close/im.test(text);
        missing = Number(length);
        bytes += missing;
        body = head.length - end - HEAD_END.length;
        head = Buffer.alloc(0);
      }
      missing -= body;
      if (missing > 0) return;
      missing = null;
      if (!isLast) {
        next();
        return;
      }
      const ended = socket;
      socket = open();
      ended.destroy();
    }
  }
}

/** A request as it is sent. */
function textOf({ path, method = "GET", token, body = "" }: OneRequest, host: string): string {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`];
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}`);
  if (body !== "") {
    lines.push("Content-Type: application/json", "Accept: application/json, text/event-stream");
    lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  }
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
