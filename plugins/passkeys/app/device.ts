// What a device is called, by what its browser says of itself: a name to begin with, which its person changes.

const PLATFORMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "Chromebook"],
  [/Macintosh/, "Mac"],
  [/Windows/, "PC"],
  [/Linux/, "PC"],
];

/** Empty for one that nobody knows. */
export function deviceOf(userAgent: string): string {
  return PLATFORMS.find(([mark]) => mark.test(userAgent))?.[1] ?? "";
}
