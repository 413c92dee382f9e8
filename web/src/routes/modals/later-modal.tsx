import { CalendarDays } from 'lucide-react';
import { Link } from 'react-router';
import { LastMessages } from '#features/conversations/last-messages.tsx';
import { laterModals } from '#routes/later-table.ts';
import type { Modal as AnyModal } from '#routes/modals/modals.ts';
import { useModals } from '#routes/modals/modals.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Modal } from '#ui/layer/modal.tsx';
import { EmptyState } from '#ui/status/empty-state.tsx';

type Props = {
  modal: Extract<AnyModal, { name: keyof typeof laterModals }>;
  open: boolean;
  onClose: () => void;
};

/** A modal that isn't fully built yet: it shows what notifications link to. */
export default function LaterModal({ modal, open, onClose }: Props) {
  const { open: openModal } = useModals();
  const { title, heading, text } = laterModals[modal.name];
  const { conversationId } = modal;
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title={title}>
      {conversationId ? (
        <LastMessages id={conversationId} onSession={(id) => openModal({ name: 'session', id })} />
      ) : (
        <EmptyState
          icon={<CalendarDays />}
          title={heading}
          text={text}
          action={
            <Link to="/app/calendar" className={buttonClass()}>
              Open calendar
            </Link>
          }
        />
      )}
    </Modal>
  );
}
