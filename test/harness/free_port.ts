// Ports for servers in processes of their own,
// out of a block that this process alone gives them from for as long as it lives.
import { createServer } from "node:net";

/** Below those that a system gives to connections which go out (from 32768 on Linux, 49152 elsewhere): one of them may be taken at any moment. */
const PORTS = { from: 20_000, to: 32_000 };
/** The first port of a block is listened on by whoever gives from it, which the system ends with the process. */
const BLOCK_SIZE = 100;

interface Block {
  next: number;
  end: number;
}

let held: Promise<Block> | null = null;

/**
 * A port on which nobody listens: not given again by this process, nor by another one that runs tests beside it. Where a server of ours
 * may choose, it listens on port 0 and says which it got.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    held ??= claimBlock();
    const mine = held;
    const block = await mine;
    if (block.next === block.end) {
      // Whoever else came to its end has begun the next one.
      if (held === mine) held = null;
      continue;
    }
    const port = block.next++;
    // Another program of this machine may have it, or a server that a killed process left behind.
    if (await listen(port, { isKept: false })) return port;
  }
}

async function claimBlock(): Promise<Block> {
  const count = (PORTS.to - PORTS.from) / BLOCK_SIZE;
  const start = Math.floor(Math.random() * count);
  for (let tried = 0; tried < count; tried++) {
    const first = PORTS.from + ((start + tried) % count) * BLOCK_SIZE;
    if (await listen(first, { isKept: true })) return { next: first + 1, end: first + BLOCK_SIZE };
  }
  throw new Error(`every block of ports between ${PORTS.from} and ${PORTS.to} is taken`);
}

/** False where somebody else listens there. */
function listen(port: number, { isKept }: { isKept: boolean }): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => {
      if (!isKept) return server.close(() => resolve(true));
      server.unref();
      resolve(true);
    });
  });
}
