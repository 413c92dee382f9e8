import { useState } from 'react';
import { dropEdit, EditSession } from '#features/sessions/form/edit-session.tsx';
import { LeaveQuestion } from '#features/sessions/form/questions.tsx';
import type { SessionDetail } from '#features/sessions/session.ts';
import { Modal } from '#ui/layer/modal.tsx';

type Props = {
  session: SessionDetail;
  open: boolean;
  /** Back to the session itself. */
  onDone: () => void;
  onClose: () => void;
};

/** A session being changed. Closing it asks after what was not saved; Back does not, and nothing is lost by it. */
export default function EditSessionModal({ session, open, onDone, onClose }: Props) {
  const [unsaved, setUnsaved] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <Modal
      open={open}
      onOpenChange={() => (unsaved ? setAsking(true) : onClose())}
      title={`Edit ${session.title}`}
      size="lg"
    >
      <EditSession session={session} onDone={onDone} place="window" onUnsaved={setUnsaved} />
      <LeaveQuestion
        open={asking}
        onStay={() => setAsking(false)}
        onLeave={() => {
          dropEdit(session.id);
          onClose();
        }}
      />
    </Modal>
  );
}
