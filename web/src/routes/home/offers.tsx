import { midSentence } from '@spotter/contract/time-words.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { SessionItem } from '#features/sessions/session.ts';
import {
  invitedSessionsQuery,
  sentInvitesQuery,
  waitlistedSessionsQuery,
} from '#features/sessions/sessions.queries.ts';
import { answersInWords } from '#features/sessions/spots/spot-status.ts';
import { useClaimSpot } from '#features/sessions/spots/spots.mutations.ts';
import { useNow } from '#platform/use-now.ts';
import { momentInWords } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';
import { PromptButton } from '#ui/prompt-button.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

/** Most members have neither an invitation nor an offer when home opens. */
const details = () => import('#features/sessions/spots/offer-details.tsx');
const InvitationAnswer = lazy(async () => ({ default: (await details()).InvitationAnswer }));
const HeldUntil = lazy(async () => ({ default: (await details()).HeldUntil }));

type Open = { onOpen: (session: SessionItem) => void };

/** An offered spot expires, so it comes first. */
export function HeldSpots({ onOpen }: Open) {
  const waitlisted = useQuery(waitlistedSessionsQuery());
  const held = waitlisted.data?.results.filter(({ is_waitlisted, can_join }) => is_waitlisted && can_join) ?? [];
  if (held.length === 0) return null;
  return (
    <ul aria-label="Spots held for you" className="flex flex-col gap-3">
      {held.map((session) => (
        <HeldSpot key={session.id} session={session} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function HeldSpot({ session, onOpen }: Open & { session: SessionItem }) {
  const claim = useClaimSpot();
  const words = (
    <>
      A spot opened up for you
      <Suspense>
        <HeldUntil session={session} />
      </Suspense>
    </>
  );
  return (
    <Offer session={session} words={words} onOpen={onOpen}>
      <PromptButton onTap={() => claim({ session })}>Claim spot</PromptButton>
    </Offer>
  );
}

/** What the reader was asked to in person, and hasn't answered. Such a session may offer several times. */
export function useInvitations(): SessionItem[] {
  const { data } = useQuery(invitedSessionsQuery());
  return data?.results.filter(({ is_participant }) => !is_participant) ?? [];
}

/** More would push the reader's next session off the screen. */
const FIRST = 2;

/** Somebody waits for an answer, which may also be another time or no. The dates of a series share a card. */
export function Invitations({ onOpen }: Open) {
  const invitations = useInvitations();
  const [all, setAll] = useState(false);
  if (invitations.length === 0) return null;
  const cards = [...Map.groupBy(invitations, ({ id, series_id }) => series_id ?? id).values()];
  const hidden = all ? 0 : Math.max(0, cards.length - FIRST);
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="Invitations" className="flex flex-col gap-3">
        {cards
          .slice(0, cards.length - hidden)
          .map(([session, ...later]) =>
            session ? <Invitation key={session.id} session={session} moreDates={later.length} onOpen={onOpen} /> : null,
          )}
      </ul>
      {hidden > 0 ? (
        <Button variant="ghost" size="sm" className="-ml-2 self-start" onClick={() => setAll(true)}>
          {hidden === 1 ? 'Show 1 more invitation' : `Show ${hidden} more invitations`}
        </Button>
      ) : null}
    </div>
  );
}

const Invitation = ({ session, moreDates, onOpen }: Open & { session: SessionItem; moreDates: number }) => (
  <Offer session={session} words={invitedBy(session)} moreDates={moreDates} onOpen={onOpen} isTall>
    <Suspense fallback={<Skeleton className="h-9 w-full" aria-hidden="true" />}>
      <InvitationAnswer session={session} onOpen={onOpen} />
    </Suspense>
  </Offer>
);

/** To one for everyone at the gym, anybody in it may have invited the reader. */
const invitedBy = ({ invite_only, creator }: SessionItem) =>
  invite_only ? `${creator.first_name} invited you` : `You're invited to train with ${creator.first_name}`;

/** Who is invited to the reader's sessions and hasn't answered; the card of the next session says it itself. */
export function SentInvites({ except, onOpen }: { except: string | undefined; onOpen: (id: string) => void }) {
  const { data } = useQuery(sentInvitesQuery());
  const now = useNow(30_000);
  const waiting = (data?.results ?? []).flatMap((sent) => {
    const words = answersInWords(sent);
    const isAhead = Date.parse(sent.start_time.utc) > now;
    return words && isAhead && sent.session_id !== except ? [{ ...sent, words }] : [];
  });
  if (waiting.length === 0) return null;
  return (
    <ul aria-label="Invites you sent" className="flex flex-col gap-1 pl-1">
      {waiting.map(({ session_id, title, start_time, words }) => (
        <li key={session_id}>
          <button
            type="button"
            onClick={() => onOpen(session_id)}
            className="touch-target max-w-full break-words text-left text-sm text-text-secondary hover:underline"
          >
            <span className="font-medium text-text-primary">{words}</span>{' '}
            <span dir="auto">
              · {title}, {midSentence(momentInWords(start_time.utc, start_time.timezone, now))}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type OfferProps = Open & {
  session: SessionItem;
  words: ReactNode;
  moreDates?: number;
  /** With its buttons below its words. */
  isTall?: boolean;
  children: ReactNode;
};

const Offer = ({ session, words, moreDates = 0, onOpen, isTall, children }: OfferProps) => (
  <li
    className={clsx(
      'flex gap-3 rounded-sheet bg-primary-soft p-4',
      isTall ? 'flex-col items-start' : 'items-center large-text:flex-wrap',
    )}
  >
    <button
      type="button"
      onClick={() => onOpen(session)}
      className={clsx('min-w-0 text-left hover:underline', isTall ? 'max-w-full' : 'flex-1 large-text:basis-full')}
    >
      <span dir="auto" className="block font-semibold text-primary-text text-sm">
        {words}
      </span>
      <span dir="auto" className="line-clamp-2 break-words font-semibold">
        {session.title}
      </span>
      <span className="block text-sm text-text-secondary">
        {momentInWords(session.start_time.utc, session.start_time.timezone)}
        {moreDates > 0 ? ` and ${moreDates === 1 ? '1 more date' : `${moreDates} more dates`}` : null}
      </span>
    </button>
    {children}
  </li>
);
