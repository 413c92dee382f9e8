import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Settings } from 'lucide-react';
import { NotificationList } from '#features/notifications/notification-list.tsx';
import { useMarkAllNotificationsRead } from '#features/notifications/notifications.mutations.ts';
import { unreadCountQuery } from '#features/notifications/notifications.queries.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { useOpenPlace } from '#routes/modals/use-open-place.ts';
import type { ModalScreenProps } from '#routes/modals.ts';
import { useModals } from '#routes/modals.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { pullsToRefresh } from '#ui/pulls-to-refresh.ts';

export default function NotificationsModal({ open, onClose }: ModalScreenProps<'notifications'>) {
  const openPlace = useOpenPlace();
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title="Notifications" actions={<Actions />}>
      <div {...pullsToRefresh}>
        <NotificationList
          onOpen={({ id, url, is_read, kind }) => {
            openPlace({ url: url ?? '', id: is_read ? null : id });
            // A note from the gym has no other place than the list.
            if (url === null && kind !== 'warning') toasts.info('This is no longer available', { id: 'place-gone' });
          }}
        />
      </div>
    </Modal>
  );
}

function Actions() {
  const modals = useModals();
  const unread = useQuery(unreadCountQuery());
  const markAll = useMarkAllNotificationsRead();
  return (
    <>
      {unread.data ? <IconButton label="Mark all as read" icon={<CheckCheck />} onClick={markAll} /> : null}
      <IconButton
        label="Notification settings"
        icon={<Settings />}
        onClick={() => modals.open({ name: 'profile', tab: 'notifications' })}
      />
    </>
  );
}
