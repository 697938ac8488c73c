// Lets a stylesheet or a drawing be imported as text: import STYLE from "./page.css" with { type: "text" }.
declare module "*.css" {
  const text: string;
  export = text;
}
declare module "*.svg" {
  const text: string;
  export = text;
}
