// Waits for what another process or a background task brings about; the test's own limit of time ends a wait in vain.

/** Looks again and again, a moment between. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await Bun.sleep(10);
}
