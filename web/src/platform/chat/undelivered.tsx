import { CircleAlert } from 'lucide-react';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { useEntries } from '#platform/outbox/use-outbox.ts';
import { Button } from '#ui/button.tsx';
import type { Chat, ChatMessage } from './chat.ts';

/** The reader's refused messages, shown where the reader can no longer open the chat. */
export const useUndelivered = <M extends ChatMessage>(chat: Chat<M>, chatId: string) =>
  chat.unsentIn(useEntries(), chatId).filter(({ state }) => state === 'failed');

export function Undelivered<M extends ChatMessage>({ chat, chatId }: { chat: Chat<M>; chatId: string }) {
  return (
    <ul className="flex flex-col gap-2">
      {useUndelivered(chat, chatId).map(({ nonce, content, photo, error }) => (
        <li key={nonce} className="flex items-start gap-3 rounded-card bg-bg-secondary py-2.5 pr-2 pl-3.5">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-status-error-text" />
          <div className="min-w-0 flex-1">
            <p dir="auto" className="whitespace-pre-wrap break-words">
              {content || (photo && 'Photo')}
            </p>
            <p className="text-status-error-text text-sm">Not delivered. {error}</p>
          </div>
          <Button variant="ghost" size="sm" onClick={() => outbox.remove(nonce)}>
            Delete
          </Button>
        </li>
      ))}
    </ul>
  );
}
