import { JoinGroup } from '#features/conversations/groups/join-group.tsx';
import type { ModalScreenProps } from '#routes/modals.ts';
import { useModals } from '#routes/modals.ts';
import { Modal } from '#ui/layer/modal.tsx';

export default function JoinGroupModal({ modal, open, onClose }: ModalScreenProps<'join-group'>) {
  const modals = useModals();
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title="Join group">
      <JoinGroup
        token={modal.token}
        onJoined={(conversationId) => modals.change({ name: 'messages', conversationId })}
        onClose={onClose}
      />
    </Modal>
  );
}
