// Says a number of bytes as people read it.

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** `1536` is `1.5 KiB`. */
export function showBytes(count: number): string {
  let value = count;
  let unit = 0;
  for (; value >= 1024 && unit < UNITS.length - 1; unit += 1) value /= 1024;
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
