import { type PushAction, pushActionWords } from '@spotter/contract/notifications/push-message.ts';

/** A push's actions for an app on a phone: its native code knows no words of its own, and says how an action ended. */
export const phoneActions = (actions: readonly PushAction[]) =>
  actions.map((action) => ({ ...action, ...pushActionWords[action.name] }));
