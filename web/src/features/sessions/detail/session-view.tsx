import type { ReactNode } from 'react';
import { Skeleton, SkeletonText } from '#ui/status/skeleton.tsx';
import { Proposals } from '../proposals/proposals.tsx';
import { QuickActions } from '../quick-actions/quick-actions.tsx';
import type { SessionDetail } from '../session.ts';
import { SessionFacts } from './session-facts.tsx';
import { SessionHero } from './session-hero.tsx';
import { SessionPeople } from './session-people.tsx';

type Props = {
  session: SessionDetail;
  subheading: 'h2' | 'h3';
  friendIds: ReadonlySet<string>;
  /** What stands below the time once it is over. */
  finish: ReactNode;
  /** The chat: next to the details on a wide screen, else below. */
  chat: ReactNode;
  /** Whether the reader sees messages, and not only how to get access. */
};

/** Time and participants, location and audience, open proposals, and the chat. */
export function SessionView({ session, subheading, friendIds, finish, chat }: Props) {
  const facts = <SessionFacts session={session} />;
  const settled = session.open_proposals > 0 ? null : <Proposals session={session} heading={subheading} />;
  return (
    <article className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)]">
      <div className="flex min-w-0 flex-col gap-6">
        <SessionHero session={session} />
        {finish}
        <SessionPeople session={session} friendIds={friendIds} heading={subheading} />
        <QuickActions session={session} isOnScreen />
        {session.open_proposals > 0 ? <Proposals session={session} heading={subheading} /> : null}
        {session.is_participant ? facts : null}
        {session.is_participant ? settled : null}
      </div>
      <div className="flex min-w-0 flex-col gap-6 lg:sticky lg:top-4 lg:self-start">
        {session.is_participant ? null : facts}
        {session.is_participant ? null : settled}
        {chat}
      </div>
    </article>
  );
}

/** The skeleton of a session. */
export function SessionSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading session" className="flex flex-col gap-6">
      <div className="flex items-start justify-between gap-4 rounded-sheet bg-bg-secondary p-5 sm:p-6">
        <div className="flex flex-1 flex-col gap-3">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-8 w-3/5" />
          <Skeleton className="h-4 w-1/2" />
        </div>
        <Skeleton className="size-16 rounded-full" />
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-4">
        {[1, 2, 3, 4].map((key) => (
          <span key={key} className="flex flex-col items-center gap-2">
            <Skeleton className="size-16 rounded-full" />
            <Skeleton className="h-3.5 w-12" />
          </span>
        ))}
      </div>
      <SkeletonText lines={4} />
    </div>
  );
}
