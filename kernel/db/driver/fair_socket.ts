// A connection whose answers come in turns of the loop:
// those of many connections that arrive at once do not hold it together.
import { Socket } from "node:net";
import { TURN_MS, yieldToLoop } from "../../base/loop.ts";

/** What may not overtake bytes that wait. */
const IN_ORDER = new Set<string | symbol>(["data", "end", "close", "error"]);

/**
 * The driver reads rows as soon as bytes come, and whoever waited for the last of them shows and sends its answer right
 * after, before the loop turns. A page of 500 documents takes some milliseconds so, and those of a whole pool a multiple.
 */
export class FairSocket extends Socket {
  readonly #waiting: (() => void)[] = [];

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (!IN_ORDER.has(event)) return super.emit(event, ...args);
    if (this.#waiting.length === 0 && (event !== "data" || isTimeLeft())) return super.emit(event, ...args);
    this.#waiting.push(() => super.emit(event, ...args));
    if (this.#waiting.length === 1) line.push(this);
    return true;
  }

  /** Emits what has waited longest, and stands in line again for the rest. */
  emitNext(): void {
    try {
      this.#waiting[0]?.();
    } finally {
      this.#waiting.shift();
      if (this.#waiting.length > 0) line.push(this);
    }
  }
}

/** Who has something that waits, in turns: a short answer is not held up by all that was read of a long one before it. */
const line: FairSocket[] = [];
/** When the first bytes came in this turn of the loop; null before them. */
let began: number | null = null;

function isTimeLeft(): boolean {
  if (began === null) {
    openTurn();
    return true;
  }
  return line.length === 0 && performance.now() - began < TURN_MS;
}

/** For whoever goes on to work for long: lets the loop turn first, unless this turn of it has only begun. */
export async function endLongTurn(): Promise<void> {
  if (began !== null && performance.now() - began >= TURN_MS) await yieldToLoop();
}

function openTurn(): void {
  began = performance.now();
  setImmediate(takeTurn);
}

/** What waits is emitted one by one, each in a turn of its own with whatever it sets off. */
function takeTurn(): void {
  began = null;
  const socket = line.shift();
  if (!socket) return;
  openTurn();
  socket.emitNext();
}
