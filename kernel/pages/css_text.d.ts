// Lets a stylesheet be imported as text: import STYLE from "./page.css" with { type: "text" }.
declare module "*.css" {
  const text: string;
  export = text;
}
