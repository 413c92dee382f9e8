import clsx from 'clsx';
import { ChevronDown, Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, type MenuAction } from '#ui/layer/menu.tsx';
import type { Scope } from '../cache/use-session-mutation.ts';
import { useSendQuickAction } from '../quick-actions/quick-actions.mutations.ts';
import type { SessionDetail } from '../session.ts';
import { timeLeft } from '../times/session-time.ts';
import { useNow } from '../times/use-now.ts';
import { LeaveDialog, whatLeavingDoes } from './leave-dialog.tsx';
import { type SpotStatus, spotStatusInWords, spotStatusOf } from './spot-status.ts';
import { useClaimSpot, useJoinSession, useJoinWaitlist, useLeaveSession, useLeaveWaitlist } from './spots.mutations.ts';

type Props = { session: SessionDetail; onShowProfile: () => void; className?: string };

/** The one thing to do about a session now, and why. Stands at the bottom under a thumb. */
export function SessionAction({ session, onShowProfile, className }: Props) {
  const now = useNow(session.offer_expires_at ? 1000 : 15_000);
  const spotStatus = spotStatusOf(session, now);
  const { title, text } = spotStatusInWords(session, spotStatus, now);
  return (
    <div className={clsx('flex min-w-0 items-center justify-between gap-3', className)}>
      <div className="min-w-0" aria-live="polite">
        <p className="font-semibold leading-snug">{title}</p>
        {spotStatus === 'offered' && session.offer_expires_at ? (
          <OfferCountdown until={session.offer_expires_at} now={now} />
        ) : text ? (
          <p className="line-clamp-3 text-sm text-text-secondary leading-snug">{text}</p>
        ) : null}
      </div>
      <Buttons session={session} spotStatus={spotStatus} onShowProfile={onShowProfile} />
    </div>
  );
}

/** The clock of an offer is for the eyes; that there is one has been said. */
function OfferCountdown({ until, now }: { until: string; now: number }) {
  return (
    <p className="text-sm text-text-secondary leading-snug">
      Yours for{' '}
      <span role="timer" aria-live="off" data-figures="" className="font-semibold text-primary-text">
        {timeLeft(until, now)}
      </span>
    </p>
  );
}

type ButtonsProps = { session: SessionDetail; spotStatus: SpotStatus; onShowProfile: () => void };

function Buttons({ session, spotStatus, onShowProfile }: ButtonsProps): ReactNode {
  const join = useJoinSession();
  const joinWaitlist = useJoinWaitlist();
  const leaveWaitlist = useLeaveWaitlist();
  const claimSpot = useClaimSpot();
  switch (spotStatus) {
    case 'open':
      return <OpenSpot session={session} />;
    case 'full':
      return session.can_wait ? (
        <Button size="lg" onClick={() => void joinWaitlist({ session })}>
          Join waitlist
        </Button>
      ) : null;
    case 'waiting':
      return (
        <Button variant="secondary" size="lg" onClick={() => void leaveWaitlist({ session })}>
          Leave waitlist
        </Button>
      );
    case 'offered':
      return (
        <span className="flex shrink-0 gap-2">
          <Button variant="secondary" size="lg" className="max-sm:px-4" onClick={() => void leaveWaitlist({ session })}>
            Pass
          </Button>
          <Button size="lg" className="max-sm:px-4" onClick={() => void claimSpot({ session })}>
            Claim spot
          </Button>
        </span>
      );
    case 'turn':
      return (
        <Button size="lg" onClick={() => void join({ session })}>
          Claim spot
        </Button>
      );
    case 'level_not_met':
      return (
        <Button variant="secondary" icon={<Lock />} onClick={onShowProfile}>
          Check my level
        </Button>
      );
    case 'in':
    case 'under_way':
      return session.is_participant ? <OwnSpot session={session} spotStatus={spotStatus} /> : null;
    default:
      return null;
  }
}

function OpenSpot({ session }: { session: SessionDetail }) {
  const join = useJoinSession();
  const leave = useLeaveSession();
  const [isLeaving, setLeaving] = useState(false);
  const actions = session.series?.joined
    ? [{ label: leaveSeries, onSelect: () => setLeaving(true) }]
    : seriesActions(session, 'Join', (scope) => void join({ session, scope }));
  return (
    <>
      <Split actions={actions}>
        <Button size="lg" onClick={() => void join({ session })}>
          Join
        </Button>
      </Split>
      <LeaveDialog
        session={session}
        scope={isLeaving ? 'following' : null}
        onClose={() => setLeaving(false)}
        onLeave={(scope) => void leave({ session, scope })}
      />
    </>
  );
}

function OwnSpot({ session, spotStatus }: { session: SessionDetail; spotStatus: SpotStatus }) {
  const reader = useUser();
  const leave = useLeaveSession();
  const sendQuickAction = useSendQuickAction();
  const [asking, setAsking] = useState<Scope | null>(null);
  const isHere = session.checked_in_user_ids.includes(reader.id);
  const tryToLeave = (scope: Scope) =>
    scope !== 'this' || whatLeavingDoes(session, reader.id) ? setAsking(scope) : void leave({ session, scope });
  const isSeries = session.series?.joined === true;
  const word = isSeries ? 'Skip this one' : 'Leave';
  const actions: MenuAction[] = isSeries ? [{ label: leaveSeries, onSelect: () => tryToLeave('following') }] : [];
  if (session.can_check_in && !isHere)
    return (
      <Button size="lg" onClick={() => void sendQuickAction({ session, action: 'arrived' })}>
        I'm here
      </Button>
    );
  if (spotStatus !== 'in') return null;
  return (
    <>
      <Split actions={actions} variant="secondary">
        <Button variant="secondary" size="lg" onClick={() => tryToLeave('this')}>
          {word}
        </Button>
      </Split>
      <LeaveDialog
        session={session}
        scope={asking}
        onClose={() => setAsking(null)}
        onLeave={(scope) => void leave({ session, scope })}
      />
    </>
  );
}

const leaveSeries = 'Leave series';

function seriesActions(session: SessionDetail, verb: string, run: (scope: Scope) => void): MenuAction[] {
  if (!session.series || session.series.joined) return [];
  return [
    { label: `${verb} just this one`, onSelect: () => run('this') },
    { label: `${verb} ${midSentence(session.series.in_words)}`, onSelect: () => run('following') },
  ];
}

const midSentence = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/** A button with what else it can do beside it; nothing beside it where there is nothing else. */
function Split({
  actions,
  variant = 'primary',
  children,
}: {
  actions: MenuAction[];
  variant?: 'primary' | 'secondary';
  children: ReactNode;
}) {
  if (actions.length === 0) return children;
  return (
    <span className="flex shrink-0 gap-1">
      {children}
      <Menu
        groups={[actions]}
        trigger={<IconButton label="More options" icon={<ChevronDown />} variant={variant} size="lg" />}
      />
    </span>
  );
}
