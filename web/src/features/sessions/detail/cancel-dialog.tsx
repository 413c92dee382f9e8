import { longestCancelReason } from '@spotter/contract/limits.ts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import type { Scope } from '../cache/session-write.ts';
import { membersIn } from '../participants.ts';
import type { SessionDetail } from '../session.ts';
import { useCancelSession } from '../sessions.mutations.ts';

type Props = { session: SessionDetail; open: boolean; onClose: () => void };

const scopes = [
  { value: 'this', label: 'Only this one' },
  { value: 'following', label: 'This and following' },
  { value: 'all', label: 'All upcoming' },
] as const satisfies { value: Scope; label: string }[];

/** Asks before cancelling, because everyone is notified. */
export function CancelDialog({ session, open, onClose }: Props) {
  const cancel = useCancelSession();
  const [reason, setReason] = useState('');
  const [scope, setScope] = useState<Scope>('this');
  const others = membersIn(session) - 1;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`Cancel ${session.title}?`}
      description={
        others > 0
          ? `${others === 1 ? '1 other person is' : `${others} others are`} in, and we'll let them know. You can't undo this.`
          : "You can't undo this."
      }
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep session
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              void cancel({ session, scope, reason: reason.trim() });
            }}
          >
            Cancel session
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {session.series ? (
          <RadioGroup label={session.series.in_words} options={scopes} value={scope} onChange={setScope} />
        ) : null}
        <TextArea
          label="Reason"
          optional
          maxLength={longestCancelReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          placeholder="The squat rack is out for repair."
        />
      </div>
    </Dialog>
  );
}
