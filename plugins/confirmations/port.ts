// What plugins whose settings decide who signs in use of confirmations.
export {
  deleteWaitingSetting,
  findWaitingSetting,
  holdWaitingSetting,
  listWaitingSettings,
  markWaitingTested,
  type WaitingSetting,
} from "./store/waiting_settings.ts";
export {
  type Confirmable,
  confirmableHook,
  type Described,
  letWait,
  showWaiting,
  tellOwners,
  Waiting,
  WaitingShape,
} from "./waiting.ts";
