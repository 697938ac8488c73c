// What the command line may ask of single sign-on.
export { ssoPort } from "./enforcing.ts";
