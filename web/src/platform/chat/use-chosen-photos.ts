import type { Quote } from '@spotter/contract/messages.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { deleteEntry, storedEntry, storeEntry, WRITTEN } from '#platform/offline/kept-store.ts';
import { useWriteContext } from '#platform/outbox/use-outbox.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import type { Chat, ChatMessage } from './chat.ts';
import { type PreparedPhoto, preparePhoto } from './prepare-photo.ts';

export const mostPhotosAtOnce = 10;

/** A photo is absent while the browser still reads it. */
export type ChosenPhoto = { key: string; photo?: PreparedPhoto };

/**
 * Photos that the reader has chosen for a chat and not sent yet. Like a text that isn't sent, they wait on this device when
 * the sign-in expires or the app is closed, and are deleted when the member signs out.
 */
export function useChosenPhotos<M extends ChatMessage>(chat: Chat<M>, chatId: string) {
  const queryClient = useQueryClient();
  const context = useWriteContext();
  const { id: readerId } = useUser();
  const kept = `${WRITTEN}photos of ${chat.source.name} ${chatId}`;
  const [chosen, setChosen] = useState<readonly ChosenPhoto[]>([]);
  const [recalled, setRecalled] = useState<'no' | 'yes' | 'from store'>('no');
  const isSending = useRef(false);
  const remove = (key: string) => setChosen((all) => all.filter((one) => one.key !== key));

  useEffect(() => {
    let isShown = true;
    void storedEntry<PreparedPhoto[]>(readerId, kept).then((photos = []) => {
      if (!isShown) return;
      setRecalled(photos.length > 0 ? 'from store' : 'yes');
      setChosen((all) => [...photos.map((photo) => ({ key: crypto.randomUUID(), photo })), ...all]);
    });
    return () => {
      isShown = false;
    };
  }, [readerId, kept]);
  useEffect(() => {
    if (recalled === 'no') return;
    const photos = chosen.flatMap(({ photo }) => photo ?? []);
    if (photos.length > 0) storeEntry(kept, photos);
    else deleteEntry(kept);
  }, [chosen, recalled, kept]);

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
      const room = mostPhotosAtOnce - chosen.length;
      if (pictures.length > room)
        toasts.info(`You can send ${mostPhotosAtOnce} photos at once`, {
          id: 'most-photos',
          text: 'The others are left out.',
        });
      const added = pictures.slice(0, room).map((file) => ({ key: crypto.randomUUID(), file }));
      setChosen([...chosen, ...added.map(({ key }) => ({ key }))]);
      for (const { key, file } of added) void read(key, file);
    },
    /** Sends them one after the other. The first one answers the quoted message, and the caption stands below the last. */
    async send(quote?: Quote, caption = '') {
      if (isSending.current) return;
      // Another tab that showed the same photos may have sent them.
      if (recalled === 'from store') {
        isSending.current = true;
        const isThere = await storedEntry(readerId, kept);
        isSending.current = false;
        if (!isThere) {
          setChosen([]);
          toasts.info('These photos were sent or removed in another tab', { id: 'photos-gone' });
          return;
        }
      }
      for (const [index, { photo }] of chosen.entries())
        chat.write(context, chatId, index === chosen.length - 1 ? caption : '', {
          photo,
          quote: index === 0 ? quote : undefined,
        });
      // The reader wants to see them among the newest messages.
      queryClient.setQueryData(chat.keys.around(chatId), null);
      setRecalled('yes');
      setChosen([]);
    },
  };
}
