import { OneSession } from '#routes/session-page.tsx';
import type { ModalScreenProps } from '#routes/shells/member-modals.tsx';
import { Modal } from '#ui/modal.tsx';

export default function SessionModal({ modal, open, onClose }: ModalScreenProps<'session'>) {
  return (
    <Modal open={open} onOpenChange={onClose} title="Session" hideTitle>
      <OneSession id={modal.id} heading="h2" />
    </Modal>
  );
}
