// A port that nobody listens on, for servers in processes of their own.
import { createServer } from "node:net";

/** Below those that a system gives to connections which go out (from 32768 on Linux, 49152 elsewhere): one of them may be taken at any moment. */
const PORTS = { from: 20_000, to: 32_000 };

/** Somewhere else in each process, so that two of them do not choose the same. */
let next = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));

/** Free at this moment, and not given again by this process for long: whoever is told of it must be quick. */
export async function freePort(): Promise<number> {
  for (let tried = PORTS.from; tried < PORTS.to; tried++) {
    const port = next;
    next = port + 1 < PORTS.to ? port + 1 : PORTS.from;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port between ${PORTS.from} and ${PORTS.to} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
