import type { QueryClient } from '@tanstack/react-query';
import { notificationKeys } from '#features/notifications/notifications.keys.ts';
import { api } from '#platform/api/api.ts';
import { registerServiceWorker } from '#platform/pwa/register.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export function startPwa(queryClient: QueryClient) {
  void registerServiceWorker({
    onUpdateReady: toasts.updateAvailable,
    onNotificationRead: (id) => {
      api
        .markNotificationRead({ params: { id } })
        .catch((error: unknown) => console.warn("Couldn't mark the notification as read", error))
        .finally(() => void queryClient.invalidateQueries({ queryKey: notificationKeys.all }));
    },
  }).catch((error: unknown) => console.warn("Couldn't register the service worker", error));
}
