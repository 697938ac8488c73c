// A size as pages name it; what is seen on its way has its own, whose digits stay as many.

const UNITS = ["bytes", "KiB", "MiB", "GiB"] as const;

/** Such as `20 MiB`. */
export function sizeInWords(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = bytes / 1024 ** power;
  return `${Number(amount.toFixed(power === 0 ? 0 : 1))} ${UNITS[power]}`;
}
