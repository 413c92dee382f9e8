import { lazy } from 'react';
import { SessionMenu } from '#features/sessions/detail/session-menu.tsx';
import type { ModalScreenProps } from '#routes/modals.ts';
import { useModals } from '#routes/modals.ts';
import { OneSession, useDuplicate, useOneSession, useShareSheet } from '#routes/session/one-session.tsx';
import { SessionDock } from '#routes/session/session-dock.tsx';
import { Modal } from '#ui/layer/modal.tsx';

const EditSessionModal = lazy(() => import('./edit-session-modal.tsx'));

export default function SessionModal({ modal, open, onClose }: ModalScreenProps<'session'>) {
  const query = useOneSession(modal.id);
  const session = query.data;
  const { enter } = useModals();
  const { share, sheet } = useShareSheet(session);
  const duplicate = useDuplicate();
  if (modal.edit && session?.can_edit && !query.isPlaceholderData)
    return <EditSessionModal session={session} open={open} onClose={onClose} />;
  return (
    <Modal
      inHistory
      open={open}
      onOpenChange={onClose}
      size="xl"
      title={session?.title ?? 'Session'}
      actions={
        session ? (
          <SessionMenu
            session={session}
            onShare={share}
            onEdit={() => enter({ ...modal, edit: true })}
            onDuplicate={() => duplicate(session)}
          />
        ) : undefined
      }
      footer={session ? <SessionDock session={session} onInvite={share} /> : undefined}
    >
      <OneSession query={query} heading="h2" />
      {sheet}
    </Modal>
  );
}
