import { useUser } from '#platform/login/login-provider.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { nameOf } from '../cards/session-parts.tsx';
import type { Scope } from '../sessions.mutations.ts';
import type { SessionDetail } from '../sessions.queries.ts';

/** What leaving does besides, where it cannot be taken back: then it is asked first. Null where a tap is enough. */
export function whatLeavingDoes(session: SessionDetail, readerId: string): string | null {
  if (session.current_participants === 1) return 'Nobody else is in. When you leave, the session is cancelled.';
  if (session.creator.id === readerId) {
    const heir = session.participants.find(({ id }) => id !== readerId);
    return `You host this session. When you leave, ${heir ? nameOf(heir) : 'the next person'} becomes the host.`;
  }
  if (session.waitlist_count > 0) return 'Somebody is waiting: your place is offered to them at once.';
  return null;
}

type Props = { session: SessionDetail; scope: Scope | null; onClose: () => void; onLeave: (scope: Scope) => void };

export function LeaveDialog({ session, scope, onClose, onLeave }: Props) {
  const reader = useUser();
  const isSeries = scope !== null && scope !== 'this';
  return (
    <Dialog
      open={scope !== null}
      onOpenChange={(open) => open || onClose()}
      title={isSeries ? `Leave every ${session.title}?` : `Leave ${session.title}?`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Stay
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onLeave(scope ?? 'this');
              onClose();
            }}
          >
            Leave
          </Button>
        </>
      }
    >
      <p className="text-text-secondary">
        {!session.is_participant ? 'You give up your place in all that follow.' : null}
        {session.is_participant && isSeries ? 'You give up your place in this one and in all that follow. ' : null}
        {session.is_participant ? whatLeavingDoes(session, reader.id) : null}
      </p>
    </Dialog>
  );
}
