import clsx from 'clsx';
import { CalendarClock, CalendarX, Ellipsis, Pencil, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, type MenuAction } from '#ui/layer/menu.tsx';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { ProposalDialog } from '../proposals/proposal-dialog.tsx';
import { Proposals } from '../proposals/proposals.tsx';
import { QuickActions } from '../quick-actions/quick-actions.tsx';
import type { SessionDetail } from '../session.ts';
import { hasEnded } from '../times/session-time.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { SessionFacts, SessionHero } from './session-hero.tsx';
import { SessionPeople } from './session-people.tsx';

type Props = {
  session: SessionDetail;
  heading: 'h1' | 'h2';
  friendIds: ReadonlySet<string>;
  onShare: () => void;
  onEdit: () => void;
  /** What there is to do about it, where it does not stand at the bottom of the screen. */
  action?: ReactNode;
  /** Its chat, underneath. */
  chat?: ReactNode;
  /** With room for two columns on a wide screen. */
  isWide?: boolean;
};

/** What, when, where and who, faces first; what is still being agreed; and underneath its chat. */
export function SessionView({ session, heading, friendIds, onShare, onEdit, action, chat, isWide = false }: Props) {
  const subheading = heading === 'h1' ? 'h2' : 'h3';
  const people = <SessionPeople session={session} friendIds={friendIds} heading={subheading} />;
  const proposals = <Proposals session={session} heading={subheading} />;
  // At the door, who has come is what the host is here for.
  const isAtDoor = session.can_check_in_others;
  return (
    <article
      className={clsx(
        'grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-7',
        isWide && 'lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]',
      )}
    >
      <div className="flex min-w-0 flex-col gap-6">
        <div className="flex flex-col gap-4">
          <SessionHero session={session} heading={heading} />
          {action}
          <Tools session={session} onShare={onShare} onEdit={onEdit} />
        </div>
        <QuickActions session={session} />
        {isAtDoor ? people : null}
        {session.open_proposals > 0 ? proposals : null}
        {session.description ? (
          <p dir="auto" className="whitespace-pre-line break-words text-text-secondary">
            {session.description}
          </p>
        ) : null}
      </div>
      <div className={clsx('flex min-w-0 flex-col gap-7', isWide && 'lg:row-span-2')}>
        <SessionFacts session={session} />
        {isAtDoor ? null : people}
        {session.open_proposals > 0 ? null : proposals}
      </div>
      {chat}
    </article>
  );
}

/** What can be done besides the one thing: shown as far as the server allows it. */
function Tools({ session, onShare, onEdit }: Pick<Props, 'session' | 'onShare' | 'onEdit'>) {
  const [isProposing, setProposing] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const more: MenuAction[] = [
    ...(session.can_cancel
      ? [{ label: 'Cancel session', icon: <CalendarX />, danger: true, onSelect: () => setCancelling(true) }]
      : []),
  ];
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {session.status === 'active' && !hasEnded(session, Date.now()) ? (
        <Button variant="secondary" size="sm" icon={<Share2 />} onClick={onShare}>
          Share
        </Button>
      ) : null}
      {session.can_propose ? (
        <Button variant="secondary" size="sm" icon={<CalendarClock />} onClick={() => setProposing(true)}>
          Propose another time
        </Button>
      ) : null}
      {session.can_edit ? (
        <Button variant="secondary" size="sm" icon={<Pencil />} onClick={onEdit}>
          Edit
        </Button>
      ) : null}
      {more.length > 0 ? (
        <Menu
          groups={[more]}
          align="start"
          trigger={<IconButton label="More" icon={<Ellipsis />} variant="secondary" size="sm" />}
        />
      ) : null}
      <ProposalDialog session={session} open={isProposing} onClose={() => setProposing(false)} />
      <CancelDialog session={session} open={isCancelling} onClose={() => setCancelling(false)} />
    </div>
  );
}

/** The shape of a session that is on its way. */
export function SessionSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading session" className="flex flex-col gap-6">
      <div className="flex items-start justify-between gap-4 rounded-sheet bg-bg-secondary p-5 sm:p-6">
        <div className="flex flex-1 flex-col gap-3">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-8 w-3/4" />
          <Skeleton className="h-5 w-1/2" />
        </div>
        <Skeleton className="size-16 rounded-full" />
      </div>
      <div className="flex gap-2">
        <Skeleton className="h-9 w-24" />
        <Skeleton className="h-9 w-44" />
      </div>
      <SkeletonText lines={4} />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-4">
        {[1, 2, 3, 4].map((key) => (
          <span key={key} className="flex flex-col items-center gap-2">
            <Skeleton className="size-16 rounded-full" />
            <Skeleton className="h-3.5 w-12" />
          </span>
        ))}
      </div>
    </div>
  );
}
