import { useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { CalendarX2, Check } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ApiError } from '#platform/api/api-error.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { useNow } from '#platform/use-now.ts';
import { momentInWords, ownZone } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';
import { PromptButton } from '#ui/prompt-button.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import type { Scope } from '../cache/session-write.ts';
import type { SessionDetail } from '../session.ts';
import { fullInWords } from '../session.words.ts';
import { sessionQuery } from '../sessions.queries.ts';
import { LeaveDialog, whatLeavingDoes } from '../spots/leave-dialog.tsx';
import { answersInWords, type SpotStatus, spotStatusInWords, spotStatusOf } from '../spots/spot-status.ts';
import {
  useClaimSpot,
  useJoinSession,
  useJoinWaitlist,
  useLeaveSession,
  useLeaveWaitlist,
} from '../spots/spots.mutations.ts';
import { timeAt } from '../times/session-time.ts';
import { WorkoutMark, type WorkoutType } from '../workout.tsx';
import { Faces } from './session-parts.tsx';

/** Loaded with the first invitation: most cards have one button. */
const InviteAnswer = lazy(async () => ({ default: (await import('../spots/invite-answer.tsx')).InviteAnswer }));

/** What a message says about its session, until the session itself is loaded. */
type Shared = { id: string; title: string; workout_type: WorkoutType; start_time: string; gym_name: string };

const shape = 'flex w-80 max-w-full flex-col gap-3 rounded-sheet border border-border bg-bg-raised p-3.5';

/** A session shared in a chat, as it is now: who is in, what is free, and joining with one tap. */
export function ChatSession({ shared, onOpen }: { shared: Shared | null; onOpen: (id: string) => void }) {
  return shared ? <VisibleSession shared={shared} onOpen={onOpen} /> : <Unavailable />;
}

/** Readers who may not see it learn only that there is one. */
const Unavailable = () => (
  <span className={clsx(shape, 'flex-row items-center')}>
    <span className="grid size-11 shrink-0 place-items-center rounded-control bg-bg-secondary text-text-tertiary">
      <CalendarX2 aria-hidden="true" className="size-5" />
    </span>
    <span className="text-sm text-text-secondary">This session isn't available to you.</span>
  </span>
);

function VisibleSession({ shared, onOpen }: { shared: Shared; onOpen: (id: string) => void }) {
  const query = useQuery(sessionQuery(useQueryClient(), shared.id));
  const now = useNow(30_000);
  const session = query.data;
  if (query.error instanceof ApiError && query.error.code === 'session_not_found') return <Unavailable />;
  const status = session && spotStatusOf(session, now);
  const isOff = status === 'cancelled' || status === 'over';
  const start = session?.start_time ?? timeAt(shared.start_time, { timezone: ownZone(), relative: '' });
  return (
    <div className={shape}>
      <button
        type="button"
        onClick={() => onOpen(shared.id)}
        className="-m-1.5 flex items-center gap-3 rounded-card p-1.5 text-left transition hover:bg-bg-secondary"
      >
        <span className={clsx('shrink-0', isOff && 'opacity-50')}>
          <WorkoutMark type={session?.workout_type ?? shared.workout_type} name={session?.session_type?.name} />
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span
            dir="auto"
            className={clsx('line-clamp-2 break-words font-semibold', status === 'cancelled' && 'line-through')}
          >
            {session?.title ?? shared.title}
          </span>
          <time dateTime={start.utc} className="truncate text-sm">
            {momentInWords(start.utc, start.timezone, now)}
          </time>
          <span dir="auto" className="truncate text-sm text-text-secondary">
            {session?.gym.name ?? shared.gym_name}
          </span>
        </span>
      </button>
      {session && status ? (
        <Spots session={session} status={status} now={now} />
      ) : (
        <Skeleton className="h-9" aria-hidden="true" />
      )}
    </div>
  );
}

type SpotsProps = { session: SessionDetail; status: SpotStatus; now: number };

/** Live spots beside the one thing the reader can do now. */
function Spots({ session, status, now }: SpotsProps) {
  const { title, text } = spotStatusInWords(session, status, now, useUser().id);
  const isRefused = status === 'full' && !session.can_wait;
  const { emulation } = useLogin();
  const isOff = status === 'cancelled' || status === 'over';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-border border-t pt-3">
      <span className="flex min-w-0 items-center gap-2 large-text:flex-wrap">
        {isOff ? null : <Faces session={session} max={3} size="xs" />}
        <span
          aria-live="polite"
          data-figures=""
          className={clsx(
            'inline-flex items-center gap-1 text-sm leading-snug',
            status === 'in' ? 'font-semibold text-primary-text' : 'text-text-secondary',
          )}
        >
          {status === 'in' ? <Check aria-hidden="true" className="size-4" /> : null}
          {[title, isRefused ? text : moreInWords(session, status)].filter(Boolean).join(' · ')}
        </span>
      </span>
      {status === 'invited' && !emulation ? (
        <Suspense fallback={<Skeleton className="h-9 w-full" />}>
          <InviteAnswer session={session} size="sm" now={now} />
        </Suspense>
      ) : (
        <span className="ml-auto">
          <SpotAction session={session} status={status} />
        </span>
      )}
    </div>
  );
}

/** What else changes while the chat is open: who waits for a full session, and the spots left where the reader is in. */
function moreInWords(session: SessionDetail, status: SpotStatus): string | null {
  const { available_spots: spots, waitlist_count } = session;
  if (status === 'full') return waitlist_count > 0 ? `${waitlist_count} on the waitlist` : null;
  if (status !== 'in') return null;
  if (session.invite_only) return answersInWords(session);
  if (spots === 0) return fullInWords(session).toLowerCase();
  return spots === 1 ? '1 spot left' : `${spots} spots left`;
}

function SpotAction({ session, status }: Omit<SpotsProps, 'now'>): ReactNode {
  const { emulation } = useLogin();
  const join = useJoinSession();
  const claim = useClaimSpot();
  const wait = useJoinWaitlist();
  const stopWaiting = useLeaveWaitlist();
  if (emulation) return null;
  const { title } = session;
  switch (status) {
    case 'open':
      return (
        <PromptButton size="sm" aria-label={`Join ${title}`} onTap={() => join({ session })}>
          Join
        </PromptButton>
      );
    case 'full':
      return session.can_wait ? (
        <PromptButton variant="secondary" size="sm" onTap={() => wait({ session })}>
          Join waitlist
        </PromptButton>
      ) : null;
    case 'waiting':
      return (
        <Button variant="ghost" size="sm" onClick={() => void stopWaiting({ session })}>
          Leave waitlist
        </Button>
      );
    case 'offered':
      return (
        <span className="flex gap-1.5">
          <Button variant="ghost" size="sm" onClick={() => void stopWaiting({ session })}>
            Pass
          </Button>
          <PromptButton size="sm" onTap={() => claim({ session })}>
            Claim spot
          </PromptButton>
        </span>
      );
    case 'turn':
      return (
        <PromptButton size="sm" onTap={() => join({ session })}>
          Claim spot
        </PromptButton>
      );
    case 'in':
      return <LeaveButton session={session} />;
    default:
      return null;
  }
}

/** Asks first where leaving does more than free a spot. */
function LeaveButton({ session }: { session: SessionDetail }) {
  const reader = useUser();
  const leave = useLeaveSession();
  const [asks, setAsks] = useState<Scope | null>(null);
  const press = () => {
    if (whatLeavingDoes(session, reader.id)) setAsks('this');
    else void leave({ session });
  };
  return (
    <>
      <Button variant="ghost" size="xs" aria-label={`Leave ${session.title}`} onClick={press}>
        Leave
      </Button>
      <LeaveDialog
        session={session}
        scope={asks}
        onClose={() => setAsks(null)}
        onLeave={(scope) => void leave({ session, scope })}
      />
    </>
  );
}
