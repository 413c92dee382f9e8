import { useUser } from '#platform/login/use-login.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import type { SessionDetail } from '../session.ts';
import { useLeaveSession, useQuickAction } from '../sessions.mutations.ts';
import { whatLeavingDoes } from './leaving.tsx';

type Props = { session: SessionDetail; open: boolean; onClose: () => void };

/** A member who can't come may give up the spot in the same step. */
export default function CannotMakeIt({ session, open, onClose }: Props) {
  const reader = useUser();
  const tell = useQuickAction();
  const leave = useLeaveSession();
  const hasStarted = Date.parse(session.start_time.utc) <= Date.now();
  async function say(alsoLeave: boolean) {
    onClose();
    const told = await tell({ session, action: 'cant_make_it' });
    if (told && alsoLeave) await leave({ session });
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Can't make it?"
      footer={
        <>
          <Button variant="secondary" onClick={() => void say(false)}>
            Just tell the group
          </Button>
          {hasStarted ? null : <Button onClick={() => void say(true)}>Tell them and leave</Button>}
        </>
      }
    >
      <p className="text-text-secondary">
        {hasStarted
          ? "We'll post it in the chat."
          : (whatLeavingDoes(session, reader.id) ?? 'If you leave, another member can take your spot.')}
      </p>
    </Dialog>
  );
}
