// The kernel's door for plugins to what the database offers beyond a statement:
// copying rows, calls that gather, durability, caches.

export { type Cache, createCache } from "../db/cache.ts";
export { copyRows, packInteger, packIntegers, packLong, packNull, packRow, packText } from "../db/copy.ts";
export { endLongTurn } from "../db/driver/fair_socket.ts";
export { readDurably, releaseEarly } from "../db/durability.ts";
export { type Alone, gathering } from "../db/together.ts";
export { isTransaction, markAnnouncing } from "../db/transactions.ts";
export { demandWritable } from "../db/writable.ts";
