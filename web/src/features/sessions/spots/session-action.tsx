import clsx from 'clsx';
import { ChevronDown, Clock, Footprints, Lock, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { useNow } from '#platform/use-now.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, type MenuAction } from '#ui/layer/menu.tsx';
import { PromptButton } from '#ui/prompt-button.tsx';
import type { Scope } from '../cache/session-write.ts';
import { useSendQuickAction } from '../messages/quick-actions.mutations.ts';
import type { SessionDetail } from '../session.ts';
import { timeLeft } from '../times/session-time.ts';
import { InviteAnswer } from './invite-answer.tsx';
import { nextStepOf } from './next-step.ts';
import { type SpotStatus, spotStatusInWords, spotStatusOf } from './spot-status.ts';
import { useClaimSpot, useJoinSession, useJoinWaitlist, useLeaveWaitlist } from './spots.mutations.ts';
import { useWaitingWrite } from './use-waiting-write.ts';

type Props = { session: SessionDetail; onShowProfile: () => void; onInvite: () => void; className?: string };

/** The main action for a session, with its reason. Docked at the bottom within thumb reach. */
export function SessionAction({ session, onShowProfile, onInvite, className }: Props) {
  const now = useNow(session.offer_expires_at ? 1000 : 15_000);
  const spotStatus = spotStatusOf(session, now);
  const { id: readerId } = useUser();
  const { title, text } = spotStatusInWords(session, spotStatus, now, readerId);
  const waiting = useWaitingWrite(session.id);
  if (waiting)
    return (
      <div className={clsx('flex min-w-0 items-center justify-between gap-3 large-text:flex-wrap', className)}>
        <div className="min-w-0" aria-live="polite">
          <p className="flex items-center gap-1.5 font-semibold leading-snug">
            <Clock aria-hidden="true" className="size-4 shrink-0 text-text-secondary" />
            {waiting.name === 'joinSession' ? "You'll join when you're online" : waiting.words}
          </p>
          <p className="text-sm text-text-secondary leading-snug">
            {waiting.name === 'joinSession' ? null : "Sent when you're online. "}We'll tell you if it doesn't work out.
          </p>
        </div>
        <Button variant="secondary" size="lg" onClick={waiting.cancel}>
          Cancel
        </Button>
      </div>
    );
  return (
    <div
      className={clsx(
        'flex min-w-0 items-center justify-between gap-3 large-text:flex-wrap',
        // Three answers need the width of a phone.
        spotStatus === 'invited' && 'max-sm:flex-col max-sm:items-stretch',
        className,
      )}
    >
      <div className="min-w-0" aria-live="polite">
        <p className="font-semibold leading-snug">{title}</p>
        {spotStatus === 'offered' && session.offer_expires_at ? (
          <OfferCountdown until={session.offer_expires_at} now={now} />
        ) : text ? (
          <p className="line-clamp-3 text-sm text-text-secondary leading-snug">{text}</p>
        ) : null}
      </div>
      <Buttons {...{ session, spotStatus, now, onShowProfile, onInvite }} />
    </div>
  );
}

/** The offer's countdown is visual only; screen readers were told about the offer. */
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

type ButtonsProps = Omit<Props, 'className'> & { spotStatus: SpotStatus; now: number };

function Buttons({ session, spotStatus, now, onShowProfile, onInvite }: ButtonsProps): ReactNode {
  const join = useJoinSession();
  const joinWaitlist = useJoinWaitlist();
  const leaveWaitlist = useLeaveWaitlist();
  const claimSpot = useClaimSpot();
  switch (spotStatus) {
    case 'invited':
      return (
        <div className="sm:w-auto sm:shrink-0">
          <InviteAnswer session={session} size="md" now={now} />
        </div>
      );
    case 'open':
      return <OpenSpot session={session} />;
    case 'full':
      return session.can_wait ? (
        <PromptButton size="lg" onTap={() => joinWaitlist({ session })}>
          Join waitlist
        </PromptButton>
      ) : null;
    case 'waiting':
      return (
        <Button variant="secondary" size="lg" onClick={() => void leaveWaitlist({ session })}>
          Leave waitlist
        </Button>
      );
    case 'offered':
      return (
        <span className="flex max-w-full shrink-0 gap-2 large-text:flex-wrap">
          <Button variant="secondary" size="lg" className="max-sm:px-4" onClick={() => void leaveWaitlist({ session })}>
            Pass
          </Button>
          <PromptButton size="lg" className="max-sm:px-4" onTap={() => claimSpot({ session })}>
            Claim spot
          </PromptButton>
        </span>
      );
    case 'turn':
      return (
        <PromptButton size="lg" onTap={() => join({ session })}>
          Claim spot
        </PromptButton>
      );
    case 'level_not_met':
      return (
        <Button variant="secondary" icon={<Lock />} onClick={onShowProfile}>
          Check my level
        </Button>
      );
    case 'in':
    case 'under_way':
      return <NextStepButton session={session} now={now} onInvite={onInvite} />;
    default:
      return null;
  }
}

function OpenSpot({ session }: { session: SessionDetail }) {
  const join = useJoinSession();
  return (
    <Split actions={seriesActions(session, 'Join', (scope) => void join({ session, scope }))}>
      <PromptButton size="lg" onTap={() => join({ session })}>
        Join
      </PromptButton>
    </Split>
  );
}

type NextProps = { session: SessionDetail; now: number; onInvite: () => void };

/** For a participant: the action that helps the session most now. Leaving is in the menu. */
function NextStepButton({ session, now, onInvite }: NextProps) {
  const reader = useUser();
  const sendQuickAction = useSendQuickAction();
  const [saidOnMyWay, setSaid] = useState(false);
  switch (nextStepOf(session, reader.id, now, saidOnMyWay)) {
    case 'check_in':
      return (
        <Button size="lg" onClick={() => void sendQuickAction({ session, action: 'arrived' })}>
          I'm here
        </Button>
      );
    case 'on_my_way':
      return (
        <Button
          size="lg"
          icon={<Footprints />}
          onClick={async () => setSaid((await sendQuickAction({ session, action: 'on_my_way' })) !== null)}
        >
          On my way
        </Button>
      );
    case 'invite':
      return (
        <Button
          variant={session.current_participants === 1 ? 'primary' : 'secondary'}
          size="lg"
          icon={<UserPlus />}
          onClick={onInvite}
        >
          Invite
        </Button>
      );
    default:
      return null;
  }
}

function seriesActions(session: SessionDetail, verb: string, run: (scope: Scope) => void): MenuAction[] {
  if (!session.series || session.series.joined) return [];
  return [
    { label: `${verb} just this one`, onSelect: () => run('this') },
    { label: `${verb} ${midSentence(session.series.in_words)}`, onSelect: () => run('following') },
  ];
}

const midSentence = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/** A button with a menu of alternatives, if there are any. */
function Split({ actions, children }: { actions: MenuAction[]; children: ReactNode }) {
  if (actions.length === 0) return children;
  return (
    <span className="flex max-w-full shrink-0 gap-1 large-text:flex-wrap">
      {children}
      <Menu
        groups={[actions]}
        trigger={<IconButton label="More options" icon={<ChevronDown />} variant="primary" size="lg" />}
      />
    </span>
  );
}
