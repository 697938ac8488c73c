// Stands between a server and Postgres and keeps back what Postgres says to the server's bus,
// as a link that swallows packets does.
import { chmodSync, rmSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import type { PostgresConnection } from "../../kernel/db/driver/client.ts";
import type { DatabaseTarget } from "../../kernel/db/sql.ts";
import { makeQuickFolder } from "./temporary_folder.ts";

export interface BusRelay {
  /** For `openSql`, in place of what it was opened for. */
  target: PostgresConnection;
  /** The bus is told nothing more; its connection stays open. */
  hold(): void;
  /** Hands over all that was kept back, in its order. */
  release(): void;
  /** What the bus is told from now on comes so many milliseconds late, in its order; with 0, what is late comes ahead of the next at once. */
  slow(ms: number): void;
  close(): void;
}

const BUS = Buffer.from("docsvc bus");

/** For `openHarness`: its first server reaches the database through a relay, which is there once the server is open. */
export function throughRelay(): { reach(target: DatabaseTarget): Promise<DatabaseTarget>; relay(): BusRelay } {
  let opened: BusRelay | null = null;
  return {
    reach: async (target) => {
      if (typeof target === "string") throw new Error("a relay leads to a socket");
      opened = await openBusRelay(target);
      return opened.target;
    },
    relay: () => {
      if (!opened) throw new Error("the server is not open yet");
      return opened;
    },
  };
}

export async function openBusRelay(to: PostgresConnection): Promise<BusRelay> {
  const folder = makeQuickFolder("relay");
  const sockets = new Set<net.Socket>();
  let kept: (() => void)[] = [];
  let isHeld = false;
  let late_ms = 0;
  /** What comes late and is not handed over yet; nothing overtakes it. */
  const late: (() => void)[] = [];

  function handLate(hand: () => void): void {
    late.push(hand);
    setTimeout(() => late.shift()?.(), late_ms);
  }

  function relay(client: net.Socket): void {
    const server = net.connect(join(to.host, `.s.PGSQL.${to.port}`));
    let isBus = false;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    client.once("data", (bytes) => {
      // The first packet names the session.
      isBus = bytes.includes(BUS);
    });
    client.on("data", (bytes) => void server.write(bytes));
    server.on("data", (bytes) => {
      const hand = () => void client.write(bytes);
      if (isBus && isHeld) kept.push(hand);
      else if (isBus && (late_ms > 0 || late.length > 0)) handLate(hand);
      else hand();
    });
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
  }

  const listener = net.createServer(relay);
  const path = join(folder, `.s.PGSQL.${to.port}`);
  await new Promise<void>((resolve) => listener.listen(path, resolve));
  // For programs that run as somebody else.
  chmodSync(path, 0o777);
  return {
    target: { ...to, host: folder },
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const send of kept) send();
      kept = [];
    },
    slow: (ms) => {
      late_ms = ms;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
