import { useEffect } from 'react';
import { conversationChat } from '#features/conversations/conversation-chat.ts';
import { sessionChat } from '#features/sessions/messages/session-chat.ts';
import { draftNameOf } from '#platform/chat/chat.ts';
import { appendToTextDraft } from '#platform/forms/draft.ts';
import { takeReplies } from '#platform/pwa/kept-replies.ts';
import { modalAt } from '#routes/modals/places.ts';

/** Puts the words of a reply that a notification couldn't send into the draft of its chat. */
export function useKeptReplies(reader: string | undefined): void {
  useEffect(() => {
    if (!reader) return;
    const take = () =>
      takeReplies(reader)
        .then((replies) => {
          for (const { url, words } of replies) keepAsDraft(reader, url, words);
        })
        .catch((error: unknown) => console.warn("Couldn't read the replies that weren't sent", error));
    const hear = ({ data }: MessageEvent) => {
      if (data?.type === 'kept-reply') void take();
    };
    void take();
    navigator.serviceWorker?.addEventListener('message', hear);
    return () => navigator.serviceWorker?.removeEventListener('message', hear);
  }, [reader]);
}

function keepAsDraft(reader: string, url: string, words: string): void {
  const chat = modalAt(url);
  if (chat?.name === 'messages' && chat.conversationId)
    appendToTextDraft(reader, draftNameOf(conversationChat, chat.conversationId), words);
  if (chat?.name === 'session') appendToTextDraft(reader, draftNameOf(sessionChat, chat.id), words);
}
