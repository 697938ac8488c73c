// Finds a short history that still fails: a failure after fifty steps tells little.

export interface Shortened<T> {
  items: T[];
  error: unknown;
}

/** Leaves out ever smaller runs of items as long as `fails` still answers an error, within `tries_max` calls. */
export async function shorten<T>(
  failing: Shortened<T>,
  { fails, tries_max }: { fails: (items: T[]) => Promise<unknown>; tries_max: number },
): Promise<Shortened<T>> {
  let best = failing;
  let tries = 0;
  for (let size = Math.ceil(best.items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // The end first: what follows the failing step is never needed.
    for (let at = best.items.length - size; at > -size && tries < tries_max; at -= size) {
      const items = best.items.filter((_, index) => index < at || index >= at + size);
      if (items.length === best.items.length) continue;
      tries += 1;
      const error = await fails(items);
      if (error !== null) best = { items, error };
    }
  }
  return best;
}
