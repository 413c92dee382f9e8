import { midSentence } from '@spotter/contract/time-words.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLogin } from '#platform/login/use-login.ts';
import { useNow } from '#platform/use-now.ts';
import { momentInWords } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import type { SessionItem } from '../session.ts';
import { sessionQuery } from '../sessions.queries.ts';
import { InviteAnswer } from './invite-answer.tsx';
import { spotStatusOf } from './spot-status.ts';

/** The answers to an invitation that a list knows. The session's own page answers what a card can't. */
export function InvitationAnswer({
  session,
  onOpen,
}: {
  session: SessionItem;
  onOpen: (session: SessionItem) => void;
}) {
  const { emulation } = useLogin();
  const { data, isPlaceholderData, isPending } = useQuery(sessionQuery(useQueryClient(), session.id));
  const now = useNow(30_000);
  if (isPending || isPlaceholderData) return <Skeleton className="h-9 w-full" aria-hidden="true" />;
  if (data?.has_declined) return <p className="text-sm text-text-secondary">You can't go.</p>;
  if (data && spotStatusOf(data, now) === 'invited' && !emulation)
    return <InviteAnswer session={data} size="sm" now={now} />;
  return (
    <Button size="sm" onClick={() => onOpen(session)} aria-label={`Answer ${session.creator.first_name}`}>
      Answer
    </Button>
  );
}

/** ', held until today, 6:30 PM': only the session's details know. */
export function HeldUntil({ session }: { session: SessionItem }) {
  const until = useQuery(sessionQuery(useQueryClient(), session.id)).data?.offer_expires_at;
  const now = useNow(30_000);
  return until ? `, held until ${midSentence(momentInWords(until, session.start_time.timezone, now))}` : null;
}
