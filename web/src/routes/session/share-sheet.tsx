import type { SessionDetail } from '#features/sessions/session.ts';
import { ShareSession } from '#features/sharing/share-session.tsx';
import { Modal } from '#ui/layer/modal.tsx';

type Props = { session: SessionDetail; open: boolean; onClose: () => void };

/** All ways to share a session, over the session itself. */
export default function ShareSheet({ session, open, onClose }: Props) {
  return (
    <Modal open={open} onOpenChange={onClose} title="Share" description={session.title} size="sm">
      <ShareSession session={session} />
    </Modal>
  );
}
