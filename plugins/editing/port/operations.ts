// Operations of editing that pages of the app ask and whose forms they show.
export { readLock, releaseLock, takeLock } from "../operations/leases.ts";
export { readLines } from "../operations/text.ts";
