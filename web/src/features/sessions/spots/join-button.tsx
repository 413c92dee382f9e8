import { Check, Clock, Hourglass } from 'lucide-react';
import { useNow } from '#platform/use-now.ts';
import { Button } from '#ui/button.tsx';
import { PromptButton } from '#ui/prompt-button.tsx';
import type { SessionItem } from '../session.ts';
import { useClaimSpot, useJoinSession, useJoinWaitlist } from './spots.mutations.ts';
import { SpotsNote } from './spots-note.tsx';
import { useWaitingWrite } from './use-waiting-write.ts';

/** Joins with one tap; the toast offers Undo. `filled` if it is the screen's main action. */
export function JoinButton({ session, filled = false }: { session: SessionItem; filled?: boolean }) {
  const join = useJoinSession();
  const wait = useJoinWaitlist();
  const claim = useClaimSpot();
  const waiting = useWaitingWrite(session.id);
  // The list may have been read an hour ago.
  const hasStarted = Date.parse(session.start_time.utc) <= useNow(30_000);
  if (waiting)
    return (
      <>
        <Button variant="secondary" size="sm" aria-label={`Don't send: ${waiting.words}`} onClick={waiting.cancel}>
          Cancel
        </Button>
        <span className="inline-flex max-w-26 items-center gap-1 text-balance text-left text-text-secondary text-xs">
          <Clock aria-hidden="true" className="size-3.5 shrink-0" />
          {waiting.name === 'joinSession' ? "Joins when you're online" : "Sends when you're online"}
        </span>
      </>
    );
  if (session.is_participant)
    return (
      <span className="inline-flex items-center gap-1.5 py-2 font-semibold text-primary-text text-sm">
        <Check aria-hidden="true" className="size-4" />
        You're in
      </span>
    );
  if (session.is_waitlisted && session.can_join && !hasStarted)
    return (
      <>
        <PromptButton size="sm" aria-label={`Claim spot in ${session.title}`} onTap={() => claim({ session })}>
          Claim
        </PromptButton>
        <SpotsNote session={session} />
      </>
    );
  if (session.is_waitlisted)
    return (
      <span className="inline-flex items-center gap-1.5 py-2 font-semibold text-sm text-text-secondary">
        <Hourglass aria-hidden="true" className="size-4" />
        Waitlisted
      </span>
    );
  return (
    <>
      {hasStarted ? null : session.can_join ? (
        <PromptButton
          variant={filled ? 'primary' : 'soft'}
          size="sm"
          aria-label={`Join ${session.title}`}
          className="w-18"
          onTap={() => join({ session })}
        >
          Join
        </PromptButton>
      ) : session.can_wait ? (
        <PromptButton
          variant="secondary"
          size="sm"
          aria-label={`Join waitlist for ${session.title}`}
          className="w-22"
          onTap={() => wait({ session })}
        >
          Waitlist
        </PromptButton>
      ) : null}
      <SpotsNote session={session} />
    </>
  );
}
