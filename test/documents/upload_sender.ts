// Sends a generated body of many bytes as a process of its own would: at the speed of the server, holding one chunk.
import { connect } from "node:net";

const [port = "", target = "", mib = "", token = "", range = ""] = process.argv.slice(2);
const CHUNK = new Uint8Array(1024 ** 2).fill(7);
const head = [
  `PUT ${target} HTTP/1.1`,
  `host: localhost:${port}`,
  `content-length: ${Number(mib) * CHUNK.byteLength}`,
  ...(token ? [`authorization: Bearer ${token}`] : []),
  ...(range ? [`content-range: bytes ${range}`] : []),
  "connection: close",
];
const socket = connect(Number(port), "localhost");
socket.on("data", (chunk: Buffer) => process.stdout.write(chunk));
socket.write(`${head.join("\r\n")}\r\n\r\n`);
for (let sent = 0; sent < Number(mib); sent += 1) {
  if (!socket.write(CHUNK)) await new Promise<void>((resolve) => socket.once("drain", resolve));
}
await new Promise<void>((resolve) => socket.once("close", resolve));
