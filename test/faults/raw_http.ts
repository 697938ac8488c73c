// HTTP by hand over a socket, because no client library sends what a broken or hostile client does.
import { connect, type Socket } from "node:net";

/** One answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

export interface RawConnection {
  socket: Socket;
  send(...pieces: (string | Uint8Array)[]): void;
  /** The next answer; null when the server closed the connection before there was a whole one. */
  next(): Promise<RawAnswer | null>;
  /** Resolves when the connection is closed, by whomever. */
  closed: Promise<void>;
  /** Cuts the connection without a word, as a lost network does. */
  cut(): Promise<void>;
}

/** A server that neither answers nor hangs up for so long has failed the test. */
const SILENCE_MS = 120_000;

/** Opens a connection to a port of this machine. */
export async function openRaw(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let received = Buffer.alloc(0);
  let isClosed = false;
  let wake = () => {};
  socket.on("data", (chunk) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  // A reset is one of the answers that these tests expect.
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once("close", () => {
      isClosed = true;
      wake();
      resolve();
    });
  });
  await new Promise<void>((resolve) => socket.once("connect", resolve));

  async function next(): Promise<RawAnswer | null> {
    const until = performance.now() + SILENCE_MS;
    for (;;) {
      const found = takeAnswer(received);
      if (found) {
        received = received.subarray(found.length);
        return found.answer;
      }
      if (isClosed) return null;
      if (performance.now() > until) throw new Error(`the server said nothing for ${SILENCE_MS} ms`);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, 1000);
      });
    }
  }

  return {
    socket,
    send: (...pieces) => {
      for (const piece of pieces) socket.write(piece);
    },
    next,
    closed,
    cut: () => {
      socket.resetAndDestroy();
      return closed;
    },
  };
}

/** Sends one request on a connection of its own and answers what came back; null when the server hung up instead. */
export async function askRaw(port: number, ...pieces: (string | Uint8Array)[]): Promise<RawAnswer | null> {
  const connection = await openRaw(port);
  connection.send(...pieces);
  const answer = await connection.next();
  await connection.cut();
  return answer;
}

/** A request's head, with its empty line: `head("GET /healthz HTTP/1.1", ["Host: a"])`. */
export function head(requestLine: string, lines: readonly string[]): string {
  return `${[requestLine, ...lines].join("\r\n")}\r\n\r\n`;
}

/** Cuts the first whole answer off what has come; null when it is not whole yet. */
function takeAnswer(received: Buffer): { answer: RawAnswer; length: number } | null {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const [statusLine = "", ...lines] = received.toString("latin1", 0, headEnd).split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  const headers = new Headers();
  for (const line of lines) headers.append(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim());
  const start = headEnd + 4;
  const body = takeBody(received.subarray(start), { status, headers });
  return body && { answer: { status, headers, body: body.text }, length: start + body.length };
}

function takeBody(
  rest: Buffer,
  { status, headers }: { status: number; headers: Headers },
): { text: string; length: number } | null {
  if (status < 200 || status === 204 || status === 304) return { text: "", length: 0 };
  if (headers.get("transfer-encoding") === "chunked") return takeChunks(rest);
  const length = Number(headers.get("content-length") ?? 0);
  return rest.byteLength < length ? null : { text: rest.toString("utf8", 0, length), length };
}

function takeChunks(rest: Buffer): { text: string; length: number } | null {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(rest.toString("latin1", at, lineEnd), 16);
    const from = lineEnd + 2;
    if (rest.byteLength < from + size + 2) return null;
    if (size === 0) return { text: Buffer.concat(pieces).toString("utf8"), length: from + 2 };
    pieces.push(rest.subarray(from, from + size));
    at = from + size + 2;
  }
}
