import type { Quote } from '@spotter/contract/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { toasts } from '#platform/toasts/toasts.tsx';
import type { Chat, ChatMessage } from './chat.ts';
import { preparePhoto } from './prepare-photo.ts';

const MOST_AT_ONCE = 10;

/** Sends photos one after the other; the first one answers the quoted message. */
export function useSendPhotos<M extends ChatMessage>(chat: Chat<M>, chatId: string) {
  const queryClient = useQueryClient();
  return async (files: readonly File[], quote?: Quote) => {
    if (files.length > MOST_AT_ONCE) toasts.info(`Sending the first ${MOST_AT_ONCE} photos`);
    for (const [index, file] of files.slice(0, MOST_AT_ONCE).entries())
      try {
        const photo = await preparePhoto(file);
        chat.outbox.write(queryClient, chatId, '', { photo, quote: index === 0 ? quote : undefined });
      } catch {
        toasts.error("Couldn't read this image", { id: `unread-${file.name}`, text: 'Use a PNG, JPEG or WebP.' });
      }
  };
}
