import { NotificationList } from '#features/notifications/notification-list.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { useOpenPlace } from '#routes/modals/use-open-place.ts';
import type { ModalScreenProps } from '#routes/shells/member-modals.tsx';
import { Modal } from '#ui/layer/modal.tsx';

export default function NotificationsModal({ open, onClose }: ModalScreenProps<'notifications'>) {
  const openPlace = useOpenPlace();
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title="Notifications">
      <NotificationList
        onOpen={({ id, url, is_read, kind }) => {
          openPlace({ url: url ?? '', id: is_read ? null : id });
          // News from the gym has no other place than the list.
          if (url === null && kind !== 'announcement')
            toasts.info("It's no longer there", { text: 'What this was about has been deleted.', id: 'place-gone' });
        }}
      />
    </Modal>
  );
}
