import { useState } from 'react';
import { dropEdit, EditSession } from '#features/sessions/form/edit-session.tsx';
import { LeaveQuestion } from '#features/sessions/form/questions.tsx';
import type { SessionDetail } from '#features/sessions/session.ts';
import { Modal } from '#ui/layer/modal.tsx';

type Props = {
  session: SessionDetail;
  open: boolean;
  /** Returns to the session. */
  onClose: () => void;
};

/** Edits a session. Closing asks before discarding unsaved changes. */
export default function EditSessionModal({ session, open, onClose }: Props) {
  const [unsaved, setUnsaved] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <Modal
      inHistory
      open={open}
      onOpenChange={() => (unsaved ? setAsking(true) : onClose())}
      title={`Edit ${session.title}`}
      size="lg"
    >
      <EditSession session={session} onDone={onClose} place="window" onUnsaved={setUnsaved} />
      <LeaveQuestion
        open={asking}
        onStay={() => setAsking(false)}
        onLeave={() => {
          setAsking(false);
          dropEdit(session.id);
          onClose();
        }}
      />
    </Modal>
  );
}
