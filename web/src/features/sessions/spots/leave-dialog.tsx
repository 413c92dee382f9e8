import { useUser } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { guestsOf, nextHostOf } from '../cache/session-patches.ts';
import type { Scope } from '../cache/session-write.ts';
import { membersIn } from '../participants.ts';
import type { SessionDetail } from '../session.ts';

/** What leaving causes that can't be undone, so the reader is asked first. Null if a tap is enough. */
export function whatLeavingDoes(session: SessionDetail, readerId: string): string | null {
  if (membersIn(session) === 1) return "You're the only one in, so leaving cancels the session.";
  if (session.creator.id === readerId) {
    const nextHost = nextHostOf(session);
    return `You're the host. If you leave, ${nextHost ? nameOf(nextHost) : 'the next member'} takes over.`;
  }
  const guests = guestsOf(session, readerId).length;
  if (guests > 0) return `${guests === 1 ? "Your guest's spot goes" : "Your guests' spots go"} too.`;
  if (session.waitlist_count > 0) return 'Your spot goes straight to the next person on the waitlist.';
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
      title={isSeries ? `Leave the ${session.title} series?` : `Leave ${session.title}?`}
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
        {!session.is_participant ? "You'll give up your spot in all upcoming sessions." : null}
        {session.is_participant && isSeries ? "You'll give up your spot in this session and all upcoming ones. " : null}
        {session.is_participant ? whatLeavingDoes(session, reader.id) : null}
      </p>
    </Dialog>
  );
}
