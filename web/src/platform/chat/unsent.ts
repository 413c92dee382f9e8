import type { Quote } from '@spotter/contract/messages.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Entry } from '#platform/outbox/write.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

/** What a message may have besides its text. */
export type Attached = {
  /** The message it answers. */
  quote?: Quote | undefined;
  photo?: { file: Blob; width: number; height: number } | undefined;
  /** The options of the question that its text asks. */
  poll?: { text: string; starts_at: string | null }[] | undefined;
  /** By whose clock its times are. */
  pollGym?: { id: string; timezone: string } | null | undefined;
};

/** A message as it waits in the outbox. */
export type Written = Attached & { chatId: string; content: string };

/** A message that the server has not confirmed yet. Its nonce makes sure it is stored once. */
export type Unsent = Written & {
  nonce: string;
  writtenAt: string;
  /** How much of a photo has gone out, from 0 to 1. */
  progress?: number | undefined;
  /** Waiting for the network, or for another try while the server doesn't answer. */
  state: 'sending' | 'waiting' | 'retrying' | 'failed';
  /** Why it failed, for the sender. */
  error?: string | undefined;
};

const EXCERPT = 60;
const excerpt = (text: string) => (text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd()}…` : text);

/** A message is never `asked` about: its nonce counts for ever. */
export function unsentOf({ id, input, state, notBefore, writtenAt, progress, error }: Entry): Unsent {
  const shown = state === 'asked' ? 'waiting' : state;
  return {
    ...(input as Written),
    nonce: id,
    writtenAt,
    progress,
    error,
    state: shown === 'waiting' && notBefore ? 'retrying' : shown,
  };
}

export const messageInWords = ({ content, photo }: Written) => (photo ? 'Send a photo' : `Send “${excerpt(content)}”`);

/** The message may be hours old and its chat off screen. */
export function tellUndelivered(error: unknown, { chatId, content, photo }: Written): true {
  const reason = errorText(error, 'Try again in a moment.');
  toasts.error(`Your ${photo ? 'photo' : 'message'} wasn't delivered`, {
    id: `unsent-${chatId}`,
    text: photo ? reason : `“${excerpt(content)}” ${reason}`,
  });
  return true;
}
