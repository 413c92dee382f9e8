import type { SessionDetail } from '#features/sessions/session.ts';
import { ShareSession } from '#features/sessions/sharing/share-session.tsx';
import { useModals } from '#routes/modals.ts';
import { useLeaveSteps } from '#ui/layer/back-steps.ts';
import { Modal } from '#ui/layer/modal.tsx';

type Props = { session: SessionDetail; open: boolean; onClose: () => void };

/** All ways to share a session, over the session itself. */
export default function ShareSheet({ session, open, onClose }: Props) {
  const modals = useModals();
  const leaveSteps = useLeaveSteps();
  const openChat = (conversationId: string) => {
    onClose();
    leaveSteps(() => modals.open({ name: 'messages', conversationId }));
  };
  return (
    <Modal open={open} onOpenChange={onClose} title="Share" description={session.title} size="sm">
      <ShareSession session={session} onOpenChat={openChat} />
    </Modal>
  );
}
