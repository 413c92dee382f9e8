import { CalendarDays } from 'lucide-react';
import { Link } from 'react-router';
import { laterModals } from '#routes/later-table.ts';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Modal } from '#ui/modal.tsx';

type Props = { modal: { name: keyof typeof laterModals }; open: boolean; onClose: () => void };

/** A modal whose calls this version of the server does not answer. */
export default function LaterModal({ modal, open, onClose }: Props) {
  const { title, heading, text } = laterModals[modal.name];
  return (
    <Modal open={open} onOpenChange={onClose} title={title}>
      <EmptyState
        icon={<CalendarDays />}
        title={heading}
        text={text}
        action={
          <Link to="/app/calendar" className={buttonClass()}>
            See who trains when
          </Link>
        }
      />
    </Modal>
  );
}
