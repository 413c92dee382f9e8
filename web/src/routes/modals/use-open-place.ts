import { useCallback, useEffect } from 'react';
import { useMarkNotificationRead } from '#features/notifications/notifications.mutations.ts';
import { useModals } from '#routes/modals.ts';
import { type ModalAddress, modalAt, takePendingPlace } from './places.ts';

/** Opens what a notification is about and marks it read. */
export function useOpenPlace(): (place: ModalAddress) => void {
  const { open, enter, stack } = useModals();
  const isInList = stack.at(-1)?.name === 'notifications';
  const markRead = useMarkNotificationRead();
  return useCallback(
    ({ url, id }) => {
      if (id) void markRead({ id });
      const modal = modalAt(url);
      // Back from a session leads to the list it was opened from; a chat has a list of its own.
      if (modal?.name === 'session' && isInList) enter(modal);
      else if (modal) open(modal);
    },
    [open, enter, isInList, markRead],
  );
}

/** The place with which the app was opened from a push or a mail. */
export function useOpenPendingPlace(): void {
  const openPlace = useOpenPlace();
  useEffect(() => {
    const place = takePendingPlace();
    if (!place) return;
    // A session has a page of its own, which may be the one that is open.
    const isHere = new URL(place.url, window.location.origin).pathname === window.location.pathname;
    openPlace(isHere && window.location.pathname !== '/app' ? { ...place, url: '' } : place);
  }, [openPlace]);
}
