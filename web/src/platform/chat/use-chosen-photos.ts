import type { Quote } from '@spotter/contract/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toasts } from '#platform/toasts/toasts.tsx';
import type { Chat, ChatMessage } from './chat.ts';
import { type PreparedPhoto, preparePhoto } from './prepare-photo.ts';

const MOST_AT_ONCE = 10;

/** A photo is absent while the browser still reads it. */
export type ChosenPhoto = { key: string; photo?: PreparedPhoto };

/** Photos that the reader has chosen for a chat and not sent yet. */
export function useChosenPhotos<M extends ChatMessage>(chat: Chat<M>, chatId: string) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<readonly ChosenPhoto[]>([]);
  const remove = (key: string) => setChosen((all) => all.filter((one) => one.key !== key));

  async function read(key: string, file: File) {
    try {
      const photo = await preparePhoto(file);
      setChosen((all) => all.map((one) => (one.key === key ? { key, photo } : one)));
    } catch {
      remove(key);
      toasts.error("Couldn't read this image", { id: `unread-${file.name}`, text: 'Use a PNG, JPEG or WebP.' });
    }
  }
  return {
    chosen,
    remove,
    clear: () => setChosen([]),
    choose(files: readonly File[]) {
      const pictures = files.filter(({ type }) => type.startsWith('image/'));
      if (pictures.length < files.length)
        toasts.info('Only photos can be sent', { id: 'only-photos', text: 'Use a PNG, JPEG or WebP.' });
      const room = MOST_AT_ONCE - chosen.length;
      if (pictures.length > room)
        toasts.info(`You can send ${MOST_AT_ONCE} photos at once`, {
          id: 'most-photos',
          text: 'The others are left out.',
        });
      const added = pictures.slice(0, room).map((file) => ({ key: crypto.randomUUID(), file }));
      setChosen([...chosen, ...added.map(({ key }) => ({ key }))]);
      for (const { key, file } of added) void read(key, file);
    },
    /** Sends them one after the other; the first one answers the quoted message. */
    send(quote?: Quote) {
      for (const [index, { photo }] of chosen.entries())
        chat.outbox.write(queryClient, chatId, '', { photo, quote: index === 0 ? quote : undefined });
      // The reader wants to see them among the newest messages.
      queryClient.setQueryData(chat.keys.around(chatId), null);
      setChosen([]);
    },
  };
}
