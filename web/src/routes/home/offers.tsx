import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SessionItem } from '#features/sessions/session.ts';
import { joinableSessionsQuery, waitlistedSessionsQuery } from '#features/sessions/sessions.queries.ts';
import { useClaimSpot } from '#features/sessions/spots/spots.mutations.ts';
import { momentInWords } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';

type Open = { onOpen: (session: SessionItem) => void };

/** An offered spot expires, so it comes first. */
export function HeldSpots({ onOpen }: Open) {
  const waitlisted = useQuery(waitlistedSessionsQuery());
  const accept = useClaimSpot();
  const held = waitlisted.data?.results.filter(({ is_waitlisted, can_join }) => is_waitlisted && can_join) ?? [];
  if (held.length === 0) return null;
  return (
    <ul aria-label="Spots held for you" className="flex flex-col gap-3">
      {held.map((session) => (
        <Offer key={session.id} session={session} words="A spot opened up for you" onOpen={onOpen}>
          <Button onClick={() => void accept({ session })}>Claim spot</Button>
        </Offer>
      ))}
    </ul>
  );
}

/** Whether the reader was asked in person, and hasn't answered. Such a session may offer several times. */
export const isInvitation = ({ invite_only, is_participant }: SessionItem) => invite_only && !is_participant;

/** Somebody waits for an answer, which may also be another time or no. */
export function Invitations({ gym, onOpen }: Open & { gym: { id: string; timezone: string } }) {
  const { data } = useQuery(joinableSessionsQuery(gym));
  const invitations = data?.results.filter(isInvitation) ?? [];
  if (invitations.length === 0) return null;
  return (
    <ul aria-label="Invitations" className="flex flex-col gap-3">
      {invitations.map((session) => (
        <Offer key={session.id} session={session} words={`${session.creator.first_name} invited you`} onOpen={onOpen}>
          <Button onClick={() => onOpen(session)} aria-label={`Answer ${session.creator.first_name}`}>
            Answer
          </Button>
        </Offer>
      ))}
    </ul>
  );
}

type OfferProps = Open & { session: SessionItem; words: string; children: ReactNode };

const Offer = ({ session, words, onOpen, children }: OfferProps) => (
  <li className="flex items-center gap-3 rounded-sheet bg-primary-soft p-4 large-text:flex-wrap">
    <button
      type="button"
      onClick={() => onOpen(session)}
      className="min-w-0 flex-1 text-left hover:underline large-text:basis-full"
    >
      <span dir="auto" className="block font-semibold text-primary-text text-sm">
        {words}
      </span>
      <span dir="auto" className="line-clamp-2 break-words font-semibold">
        {session.title}
      </span>
      <span className="block text-sm text-text-secondary">
        {momentInWords(session.start_time.utc, session.start_time.timezone)}
      </span>
    </button>
    {children}
  </li>
);
