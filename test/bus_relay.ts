// Stands between a server and Postgres and keeps back what Postgres says to the server's bus, as a link that swallows packets does.
import { chmodSync, rmSync } from "node:fs";
import net from "node:net";
import { join } from "node:path";
import type { PostgresConnection } from "../kernel/storage/client.ts";
import { makeQuickFolder } from "./quick_folder.ts";

export interface BusRelay {
  /** For `openSql`, in place of what it was opened for. */
  target: PostgresConnection;
  /** The bus is told nothing more; its connection stays open. */
  hold(): void;
  /** Hands over all that was kept back, in its order. */
  release(): void;
  /** What was kept back never comes. */
  drop(): void;
  close(): void;
}

const BUS = Buffer.from("docsvc bus");

export async function openBusRelay(to: PostgresConnection): Promise<BusRelay> {
  const folder = makeQuickFolder("relay");
  const sockets = new Set<net.Socket>();
  let kept: (() => void)[] = [];
  let isHeld = false;

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
      if (isBus && isHeld) kept.push(() => void client.write(bytes));
      else client.write(bytes);
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
    drop: () => {
      kept = [];
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
