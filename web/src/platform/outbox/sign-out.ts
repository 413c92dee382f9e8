import { outbox } from './tab-outbox.ts';

export type SignOutPrompt = { count: number; answer: (isYes: boolean) => void };

let ask: ((asked: SignOutPrompt) => void) | null = null;

/** Set by the screen that asks the member. */
export function onAsked(show: typeof ask): void {
  ask = show;
}

/** Whether the member may be signed out: nothing waits to be sent, or they know that it is deleted. */
export function maySignOut(): Promise<boolean> {
  const count = outbox.readAll().filter(({ isQuiet }) => !isQuiet).length;
  const show = ask;
  if (count === 0 || !show) return Promise.resolve(true);
  return new Promise((answer) => show({ count, answer }));
}
