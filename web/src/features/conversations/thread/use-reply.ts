import type { Quote } from '@spotter/contract/messages.ts';
import { useMemo } from 'react';
import { useTextDraft } from '#platform/forms/draft.ts';
import { isRecord } from '#platform/storage/safe-storage.ts';

const isQuote = (value: unknown): value is Quote =>
  isRecord(value) &&
  typeof value.seq === 'number' &&
  typeof value.content === 'string' &&
  typeof value.kind === 'string';

function quoteIn(text: string): Quote | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isQuote(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The message that the reader is answering; kept on the device together with the text they write. */
export function useReply(userId: string, conversationId: string) {
  const [kept, keep] = useTextDraft(userId, `reply:${conversationId}`);
  const quote = useMemo(() => quoteIn(kept), [kept]);
  return [quote, (next: Quote | null) => keep(next ? JSON.stringify(next) : '')] as const;
}
