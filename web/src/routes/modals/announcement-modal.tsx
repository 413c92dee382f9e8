import { useQuery } from '@tanstack/react-query';
import { MegaphoneOff } from 'lucide-react';
import { useEffect } from 'react';
import { AnnouncementView } from '#features/announcements/announcement-view.tsx';
import { announcementQuery } from '#features/announcements/announcements.queries.ts';
import { useMarkNotificationRead } from '#features/notifications/notifications.mutations.ts';
import { ApiError } from '#platform/api/api-error.ts';
import { useLogin } from '#platform/login/use-login.ts';
import type { ModalScreenProps } from '#routes/modals.ts';
import { Modal } from '#ui/layer/modal.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';

/** News from the gym. Opening it counts as read, wherever the reader came from. */
export default function AnnouncementModal({ modal, open, onClose }: ModalScreenProps<'announcement'>) {
  const { gymConfig } = useLogin();
  const announcement = useQuery(announcementQuery(modal.id));
  const markRead = useMarkNotificationRead();
  const unread = announcement.data?.unread_notification_id;
  useEffect(() => {
    if (unread) void markRead({ id: unread });
  }, [unread, markRead]);
  const { data, error } = announcement;
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title={data?.title ?? 'News from your gym'} size="sm">
      {data ? (
        <AnnouncementView
          organization={gymConfig?.organization?.name ?? 'Your gym'}
          gym={data.gym?.name ?? null}
          sentAt={data.sent_at}
          body={data.body}
        />
      ) : announcement.isPending ? (
        <SkeletonText lines={4} />
      ) : error instanceof ApiError && error.code === 'announcement_not_found' ? (
        <EmptyState icon={<MegaphoneOff />} title="It's no longer there" text="This announcement has been deleted." />
      ) : (
        <ErrorState title="Couldn't load the announcement" onRetry={() => void announcement.refetch()} />
      )}
    </Modal>
  );
}
