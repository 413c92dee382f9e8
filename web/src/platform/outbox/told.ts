import type { ErrorCode } from '@spotter/contract/api/errors.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { keptForOthersDays, keptForOthersMost } from './kept-for-others.ts';
import type { Entry } from './write.ts';

export const GONE = "It's no longer available.";

/** What a refused change is told after it has waited, by the refusal's code; without words the server's own. */
export type MeanwhileWords = { readonly [code in ErrorCode]?: string };

let meanwhileWords: MeanwhileWords = {};

/** Set by the app, from the words of all features. */
export function sayMeanwhile(words: MeanwhileWords): void {
  meanwhileWords = words;
}

const meanwhile = (error: unknown) => (error instanceof ApiError ? meanwhileWords[error.code as ErrorCode] : undefined);

export const reasonOf = (error: unknown) =>
  errorText(error, error instanceof Error && error.message ? error.message : 'Try again in a moment.');

/** One toast for each scope: two hundred writes to a session that is gone have one reason. */
export function createRefusals() {
  const counts = new Map<string, number>();
  return {
    tell({ scope, words }: Entry, failureText: string, error: unknown, hasWaited: boolean): void {
      const id = `refused ${scope}`;
      if (!hasWaited) return void toasts.error(errorText(error, failureText), { id });
      const count = (counts.get(scope) ?? 0) + 1;
      counts.set(scope, count);
      const what = count === 1 ? words : `${count} changes`;
      // It happened while the member was away, so it stays until it is read.
      toasts.error(`Not saved: ${what}`, {
        id,
        text: meanwhile(error) ?? reasonOf(error),
        duration: Number.POSITIVE_INFINITY,
      });
    },
    /** The next refusal in this scope is the first again. */
    forget: (scope: string) => void counts.delete(scope),
    forgetAll: () => counts.clear(),
  };
}

export const tellUnsaved = () =>
  toasts.warning('Keep this page open', {
    id: 'unsaved',
    text: "This browser can't save your changes. They're sent when you're back online, if the page is still open.",
    duration: Number.POSITIVE_INFINITY,
  });

/** Other members used the device for too long, or left too much on it. */
export const tellDropped = (count: number) =>
  toasts.warning(count === 1 ? "1 change wasn't sent" : `${count} changes weren't sent`, {
    id: 'dropped',
    text: `While others use this device, it keeps your unsent changes for ${keptForOthersDays} days, ${keptForOthersMost} at most. Have a look, and make them again if you need them.`,
    duration: Number.POSITIVE_INFINITY,
  });

/** A screen that fails at an answer must not keep the rest from being sent. */
export function heard<T>(tell: () => T): T | undefined {
  try {
    return tell();
  } catch (error) {
    console.error("Couldn't show the answer to a change", error);
    return undefined;
  }
}
