import { useUser } from '#platform/login/use-login.ts';
import { serverNow } from '#platform/server-clock.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { useSendQuickAction } from '../messages/quick-actions.mutations.ts';
import type { SessionDetail } from '../session.ts';
import { whatLeavingDoes } from '../spots/leave-dialog.tsx';
import { useLeaveSession } from '../spots/spots.mutations.ts';

type Props = { session: SessionDetail; open: boolean; onClose: () => void };

/** A member who can't come may give up the spot in the same step. */
export default function CannotMakeIt({ session, open, onClose }: Props) {
  const reader = useUser();
  const sendQuickAction = useSendQuickAction();
  const leave = useLeaveSession();
  const hasStarted = Date.parse(session.start_time.utc) <= serverNow();
  async function send(alsoLeave: boolean) {
    onClose();
    const sent = await sendQuickAction({ session, action: 'cant_make_it' });
    if (sent && alsoLeave) await leave({ session });
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Can't make it?"
      footer={
        <>
          <Button variant="secondary" onClick={() => void send(false)}>
            Just tell the group
          </Button>
          {hasStarted ? null : <Button onClick={() => void send(true)}>Tell them and leave</Button>}
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
