import { lazy } from 'react';
import { SessionAction } from '#features/sessions/spots/session-action.tsx';
import { useModals } from '#routes/modals/modals.ts';
import { OneSession, useOneSession } from '#routes/session/one-session.tsx';
import type { ModalScreenProps } from '#routes/shells/member-modals.tsx';
import { Modal } from '#ui/layer/modal.tsx';

const EditSessionModal = lazy(() => import('./edit-session-modal.tsx'));

export default function SessionModal({ modal, open, onClose }: ModalScreenProps<'session'>) {
  const session = useOneSession(modal.id);
  const { open: openModal, enter } = useModals();
  if (modal.edit && session.data?.can_edit && !session.isPlaceholderData)
    return <EditSessionModal session={session.data} open={open} onClose={onClose} />;
  return (
    <Modal
      inHistory
      open={open}
      onOpenChange={onClose}
      title={session.data?.title ?? 'Session'}
      footer={
        session.data ? (
          <SessionAction
            session={session.data}
            onShowProfile={() => openModal({ name: 'profile' })}
            className="w-full"
          />
        ) : undefined
      }
    >
      <OneSession query={session} heading="h2" onEdit={() => enter({ ...modal, edit: true })} />
    </Modal>
  );
}
