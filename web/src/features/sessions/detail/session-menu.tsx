import {
  CalendarClock,
  CalendarX,
  CircleSlash,
  Copy,
  Ellipsis,
  LogOut,
  Pencil,
  Share2,
  SkipForward,
} from 'lucide-react';
import { useState } from 'react';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { ReportDialog, reportAction } from '#platform/people/safety.tsx';
import { serverNow } from '#platform/server-clock.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, type MenuAction } from '#ui/layer/menu.tsx';
import type { Scope } from '../cache/session-write.ts';
import { ProposalDialog } from '../proposals/proposal-dialog.tsx';
import type { SessionDetail } from '../session.ts';
import { LeaveDialog, whatLeavingDoes } from '../spots/leave-dialog.tsx';
import { useDeclineSession, useLeaveSession } from '../spots/spots.mutations.ts';
import { hasEnded } from '../times/session-time.ts';
import { CancelDialog } from './cancel-dialog.tsx';

type Props = { session: SessionDetail; onShare: () => void; onEdit: () => void; onDuplicate: () => void };

/** The secondary actions the server allows, in the title bar. */
export function SessionMenu({ session, onShare, onEdit, onDuplicate }: Props) {
  const reader = useUser();
  const { emulation } = useLogin();
  const leave = useLeaveSession();
  const decline = useDeclineSession();
  const [asks, setAsks] = useState<'propose' | 'cancel' | 'report' | null>(null);
  const [leaving, setLeaving] = useState<Scope | null>(null);
  const tryToLeave = (scope: Scope) =>
    scope !== 'this' || whatLeavingDoes(session, reader.id) ? setLeaving(scope) : void leave({ session, scope });
  const when = (condition: boolean, action: MenuAction): MenuAction[] => (condition ? [action] : []);

  const isAhead = session.status === 'active' && Date.parse(session.start_time.utc) > serverNow();
  const isInSeries = session.series?.joined === true;
  // Among invited people, only they can do something with it: put it in their calendar.
  const canShare = !session.invite_only || session.is_participant || session.can_decline;
  const groups: MenuAction[][] = [
    [
      ...when(session.can_propose, {
        label: 'Propose another time',
        icon: <CalendarClock />,
        onSelect: () => setAsks('propose'),
      }),
      { label: 'Duplicate', icon: <Copy />, onSelect: onDuplicate },
    ],
    [
      ...when(isAhead && session.is_participant, {
        label: isInSeries ? 'Skip this one' : 'Leave',
        icon: isInSeries ? <SkipForward /> : <LogOut />,
        onSelect: () => tryToLeave('this'),
      }),
      // While a spot is free, the answers stand beside each other at the bottom.
      ...when(session.can_decline && !session.can_join, {
        label: "Can't go",
        icon: <CircleSlash />,
        onSelect: () => void decline({ session }),
      }),
      ...when(isAhead && isInSeries, {
        label: 'Leave series',
        icon: <LogOut />,
        onSelect: () => tryToLeave('following'),
      }),
      ...when(
        session.creator.id !== reader.id && !emulation,
        reportAction(() => setAsks('report')),
      ),
      ...when(session.can_cancel, {
        label: 'Cancel session',
        icon: <CalendarX />,
        danger: true,
        onSelect: () => setAsks('cancel'),
      }),
    ],
  ];
  return (
    <>
      {canShare && session.status === 'active' && !hasEnded(session, serverNow()) ? (
        <IconButton label="Share" icon={<Share2 />} round onClick={onShare} />
      ) : null}
      {session.can_edit ? <IconButton label="Edit" icon={<Pencil />} round onClick={onEdit} /> : null}
      <Menu
        groups={groups.filter((group) => group.length > 0)}
        trigger={<IconButton label="More" icon={<Ellipsis />} round />}
      />
      <ProposalDialog session={session} open={asks === 'propose'} onClose={() => setAsks(null)} />
      <ReportDialog
        reported={asks === 'report' ? { kind: 'session', id: session.id, person: session.creator } : null}
        onClose={() => setAsks(null)}
      />
      <CancelDialog session={session} open={asks === 'cancel'} onClose={() => setAsks(null)} />
      <LeaveDialog
        session={session}
        scope={leaving}
        onClose={() => setLeaving(null)}
        onLeave={(scope) => void leave({ session, scope })}
      />
    </>
  );
}
