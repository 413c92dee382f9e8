import { NotificationList } from '#features/notifications/notification-list.tsx';
import { useMarkNotificationRead } from '#features/notifications/notifications.queries.ts';
import { useModals } from '#routes/modals/modals.ts';
import type { ModalScreenProps } from '#routes/shells/member-modals.tsx';
import { Modal } from '#ui/layer/modal.tsx';

export default function NotificationsModal({ open, onClose }: ModalScreenProps<'notifications'>) {
  const modals = useModals();
  const markRead = useMarkNotificationRead();
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title="Notifications">
      <NotificationList
        onOpen={(item) => {
          if (!item.is_read) markRead.mutate(item.id);
          if (item.kind === 'friend_request') modals.open({ name: 'friends', tab: 'requests' });
          else if (item.kind === 'friend_accepted') modals.open({ name: 'friends' });
          else if (item.session_id) modals.open({ name: 'session', id: item.session_id });
          else if (item.conversation_id) modals.open({ name: 'messages', conversationId: item.conversation_id });
        }}
      />
    </Modal>
  );
}
