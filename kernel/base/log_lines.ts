// Where log lines go: to a file descriptor,
// in order and at once, never waiting for a reader and never failing whoever logs.
import { constants, fstatSync, openSync, write, writeSync } from "node:fs";

export interface LogLines {
  write(line: string): void;
  /** Lines that were given up since one could be written last. */
  lost(): number;
}

/** What waits while nobody reads; a reader that is only slow loses nothing. */
const WAITING_BYTES_MAX = 1024 * 1024;
const RETRY_MS = 100;

type Send = (bytes: Buffer, done: (error: unknown, written: number) => void) => void;

/**
 * Opens them. What cannot be written now waits, up to a MiB; beyond it, and where the descriptor takes nothing at all (a closed pipe, a
 * full disk), lines are given up, and the first that can be written again is preceded by one that says how many.
 */
export function openLogLines(fd: number): LogLines {
  const send = openSend(fd);
  let waiting: Buffer[] = [];
  let bytes = 0;
  let lost = 0;
  /** How many the first of those that wait tells of. */
  let told = 0;
  let reason = "";
  let isSending = false;
  let timer: Timer | undefined;

  function add(line: string): void {
    const chunk = Buffer.from(line);
    waiting.push(chunk);
    bytes += chunk.byteLength;
  }

  function giveUp(lines: number, error: unknown): void {
    lost += lines;
    reason = error instanceof Error ? error.message : String(error);
  }

  function tellOfLost(): void {
    if (lost === 0) return;
    const msg = "log lines could not be written and are lost";
    add(`${JSON.stringify({ level: "warn", time: new Date().toISOString(), lost, reason, msg })}\n`);
    told = lost;
    lost = 0;
  }

  function flush(): void {
    while (!isSending && waiting.length > 0) {
      const [first] = waiting;
      if (!first) return;
      isSending = true;
      let isAtOnce = true;
      send(first, (error, written) => {
        isSending = false;
        settle(error, written);
        if (!isAtOnce) flush();
      });
      isAtOnce = false;
      if (timer) return;
    }
  }

  function settle(error: unknown, written: number): void {
    const [first] = waiting;
    if (!first) return;
    if (isBusy(error) || (!error && written === 0)) {
      retryLater();
      return;
    }
    if (error) {
      // The line that tells of lost ones is none of them; they are told of by the next.
      giveUp(waiting.length - (told > 0 ? 1 : 0) + told, error);
      told = 0;
      waiting = [];
      bytes = 0;
      return;
    }
    if (written === first.byteLength) told = 0;
    bytes -= written;
    if (written < first.byteLength) waiting[0] = first.subarray(written);
    else waiting.shift();
  }

  function retryLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      flush();
    }, RETRY_MS);
    timer.unref();
  }

  // What waits has its last chance; it is not waited for.
  process.on("exit", flushAtEnd);
  function flushAtEnd(): void {
    clearTimeout(timer);
    timer = undefined;
    flush();
  }

  return {
    write: (line) => {
      if (bytes >= WAITING_BYTES_MAX) giveUp(1, "nobody reads them");
      else {
        if (waiting.length === 0) tellOfLost();
        add(line);
      }
      if (!timer) flush();
    },
    lost: () => lost,
  };
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    (error.code === "EAGAIN" || error.code === "EBUSY" || error.code === "EINTR")
  );
}

/**
 * A file takes what is written at once. A pipe and a terminal may not, and are opened once more for us alone where the system allows it,
 * so that they say so instead of holding the process up; with those of others, and with sockets, another thread is held up.
 */
function openSend(fd: number): Send {
  const kind = kindOf(fd);
  if (kind === "file") return sendAtOnce(fd);
  const own = kind === "stream" ? openAgain(fd) : null;
  if (own !== null) return sendAtOnce(own);
  return (bytes, done) => write(fd, bytes, (error, written) => done(error, written));
}

function sendAtOnce(fd: number): Send {
  return (bytes, done) => {
    let written = 0;
    try {
      written = writeSync(fd, bytes);
    } catch (error) {
      return done(error, 0);
    }
    done(null, written);
  };
}

function kindOf(fd: number): "file" | "stream" | "other" {
  try {
    const found = fstatSync(fd);
    if (found.isFile()) return "file";
    return found.isFIFO() || found.isCharacterDevice() ? "stream" : "other";
  } catch {
    return "other";
  }
}

/** Linux alone opens what a descriptor stands for anew; elsewhere it is the same one again. */
function openAgain(fd: number): number | null {
  if (process.platform !== "linux") return null;
  try {
    return openSync(
      `/proc/self/fd/${fd}`,
      constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK | constants.O_NOCTTY,
    );
  } catch {
    return null;
  }
}
