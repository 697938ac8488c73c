// A name server that fails at once, for tests that are about no names: none of them asks the name servers of the world.
import { createSocket } from "node:dgram";

const HEADER_BYTES = 12;
/** An answer, to a question that asked for recursion, and which was the server's to give and could not be (RFC 1035, 4.1.1). */
const ANSWER_FLAGS = 0x8182;

let running: Promise<string> | null = null;

/** Starts it with the first call, for `DNS_SERVERS`; it ends with the process. A port that nobody listens on would be asked for seconds. */
export function failingNames(): Promise<string> {
  running ??= start();
  return running;
}

function start(): Promise<string> {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    if (question.byteLength < HEADER_BYTES) return;
    const answer = Buffer.from(question);
    answer.writeUInt16BE(ANSWER_FLAGS, 2);
    socket.send(answer, port, address);
  });
  return new Promise((resolve) => {
    socket.bind(0, "127.0.0.1", () => {
      socket.unref();
      resolve(`127.0.0.1:${socket.address().port}`);
    });
  });
}
