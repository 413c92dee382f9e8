import { Ban, CalendarCheck2, Check, Ellipsis, UserMinus, UserPlus, UserX } from 'lucide-react';
import { useState } from 'react';
import type { Answer } from '#platform/api/client.ts';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import { BlockDialog, ReportDialog, reportAction } from '#platform/people/safety.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { useAskedPeople } from './asked-people.ts';
import { sendFriendRequest } from './friends.mutations.ts';
import { useIsChanging, useUndoableChanges } from './use-undoable-changes.ts';

type Profile = Pick<Answer<'getUser'>, 'id' | 'first_name' | 'last_name' | 'friendship' | 'friendship_id'>;
type Props = { profile: Profile; onInvite: () => void; onBlocked: () => void };

/** What the reader can do: the next step of a friendship as a button, the rest in a menu. */
export function ProfileActions({ profile, onInvite, onBlocked }: Props) {
  const [asks, setAsks] = useState<'block' | 'report' | null>(null);
  const { remove, decline } = useUndoableChanges();
  const isChanging = useIsChanging(profile);
  const { friendship, first_name } = profile;
  const id = profile.friendship_id ?? '';
  const unfriend = { label: 'Remove friend', icon: <UserMinus />, onSelect: () => remove(id, profile) };
  const refuse = { label: 'Decline request', icon: <UserX />, onSelect: () => decline(id, profile) };
  const invite = { label: 'Invite to a session', icon: <CalendarCheck2 />, onSelect: onInvite };
  const block = { label: `Block ${first_name}`, icon: <Ban />, danger: true, onSelect: () => setAsks('block') };
  const report = reportAction(() => setAsks('report'));
  return (
    <div className="flex items-center gap-2">
      <NextStep profile={profile} />
      <Menu
        groups={[
          [invite],
          ...(friendship === 'friends' ? [[unfriend]] : []),
          ...(friendship === 'request_received' && !isChanging ? [[refuse]] : []),
          [report, block],
        ]}
        trigger={<IconButton label="More" variant="secondary" icon={<Ellipsis />} />}
      />
      <ReportDialog
        reported={asks === 'report' ? { kind: 'user', id: profile.id, person: profile } : null}
        onClose={() => setAsks(null)}
        onBlocked={onBlocked}
      />
      <BlockDialog
        person={profile}
        areFriends={friendship === 'friends'}
        open={asks === 'block'}
        onClose={() => setAsks(null)}
        onBlocked={onBlocked}
      />
    </div>
  );
}

function NextStep({ profile }: { profile: Profile }) {
  const add = useWrite(sendFriendRequest);
  const { accept, withdraw } = useUndoableChanges();
  const isChanging = useIsChanging(profile);
  const isAsked = profile.id in useAskedPeople();
  const { friendship } = profile;
  const id = profile.friendship_id ?? '';
  if (friendship === 'friends' || isChanging) return null;
  if (friendship === 'request_received')
    return (
      <Button icon={<Check />} onClick={() => accept(id, profile)}>
        Accept request
      </Button>
    );
  if (friendship === 'request_sent')
    return (
      <Button variant="secondary" onClick={() => withdraw(id, profile)}>
        Withdraw request
      </Button>
    );
  return (
    <Button
      variant={isAsked ? 'ghost' : 'secondary'}
      icon={isAsked ? <Check /> : <UserPlus />}
      // Not disabled: the focus stays where it was pressed.
      aria-disabled={isAsked}
      onClick={() => isAsked || void add({ id: profile.id, first_name: profile.first_name })}
    >
      {isAsked ? 'Request sent' : 'Add friend'}
    </Button>
  );
}
