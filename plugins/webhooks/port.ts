// What plugins above webhooks fill: who may connect a destination to their data, and what of an event it may receive.
export { type ConnectedEvent, type ConnectionAsked, connectedDataHook, connectionHook } from "./connections.ts";
