import { largestGroup } from '@spotter/contract/limits.ts';
import { Ellipsis, LogOut, Search, Shield, ShieldOff, UserPlus, UserX } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { useUser } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { ProfileLink } from '#platform/people/profile-link.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, type MenuAction } from '#ui/layer/menu.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { PersonFace } from '../conversation-face.tsx';
import { isCalled } from '../conversation-words.ts';
import { useRemoveParticipants, useSetAdmin } from '../conversations.mutations.ts';
import type { Conversation, Participant } from '../conversations.queries.ts';
import { Question } from '../question.tsx';
import { AddPeople } from './add-people.tsx';
import { GroupPicture } from './group-picture.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import { RenameGroup } from './rename-group.tsx';

/** From how many members on a name is quicker to type than to find. */
const MANY = 12;

type Props = { open: boolean; conversation: Conversation; onClose: () => void; onLeft: () => void };

/** The group's picture, name and members; admins change them. */
export function GroupDetails({ open, conversation, onClose, onLeft }: Props) {
  const reader = useUser();
  const [asked, setAsked] = useState<'add' | 'leave' | Participant | null>(null);
  const remove = useRemoveParticipants();
  const { participants, can_manage } = conversation;
  const removing = typeof asked === 'object' ? asked : null;
  const close = () => setAsked(null);
  const setAdmin = useSetAdmin();
  const [text, setText] = useState('');
  const shown = inOrder(participants, reader.id).filter((person) => isCalled(person, text));
  const admins = participants.filter(({ is_admin }) => is_admin).length;

  /** What an admin can do with a member, and with their own role. */
  function actionsOf(person: Participant): MenuAction[] {
    const isReader = person.id === reader.id;
    const change = (isAdmin: boolean) =>
      setAdmin.mutate(
        { id: conversation.id, value: { userId: person.id, isAdmin } },
        { onError: (error) => toasts.error(errorText(error, "Couldn't change that. Try again.")) },
      );
    const promote = { label: 'Make admin', icon: <Shield />, onSelect: () => change(true) };
    const demote = {
      label: isReader ? 'Step down as admin' : 'Remove as admin',
      icon: <ShieldOff />,
      onSelect: () => change(false),
    };
    const remove = { label: 'Remove from group', icon: <UserX />, danger: true, onSelect: () => setAsked(person) };
    // A group keeps at least one admin.
    if (isReader) return admins > 1 ? [demote] : [];
    return [person.is_admin ? demote : promote, remove];
  }
  return (
    <Modal open={open} onOpenChange={(next) => next || onClose()} title="Group info">
      <div className="flex flex-col gap-6">
        <GroupPicture conversation={conversation} />
        {can_manage ? <RenameGroup key={conversation.name} conversation={conversation} /> : null}
        {can_manage ? null : (
          <p dir="auto" className="break-words text-center font-semibold text-lg">
            {conversation.name}
          </p>
        )}
        <section className="flex flex-col gap-2">
          <div className="flex items-center justify-between gap-3">
            <h3 className="text-base">{participants.length === 1 ? '1 member' : `${participants.length} members`}</h3>
            {can_manage && participants.length < largestGroup ? (
              <Button variant="soft" size="sm" icon={<UserPlus />} onClick={() => setAsked('add')}>
                Add people
              </Button>
            ) : null}
          </div>
          {participants.length > MANY ? (
            <TextField
              label="Find a member"
              hideLabel
              type="search"
              placeholder="Find a member"
              icon={<Search aria-hidden="true" />}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          ) : null}
          {shown.length === 0 ? (
            <p role="status" className="text-text-secondary">
              Nobody by that name.
            </p>
          ) : null}
          <ul aria-label="Members" className="flex flex-col">
            {shown.map((person) => (
              <li key={person.id} className="flex min-h-14 items-center gap-3 py-1.5">
                <ProfileLink userId={person.id} name={nameOf(person)} className="rounded-full">
                  <PersonFace person={person} />
                </ProfileLink>
                <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
                  {person.id === reader.id ? 'You' : nameOf(person)}
                </span>
                {person.is_admin ? <Badge tone="primary">Admin</Badge> : null}
                {can_manage && actionsOf(person).length > 0 ? (
                  <Menu
                    groups={[actionsOf(person)]}
                    trigger={<IconButton label={`Options for ${nameOf(person)}`} icon={<Ellipsis />} size="sm" round />}
                  />
                ) : null}
              </li>
            ))}
          </ul>
        </section>
        <Button variant="secondary" icon={<LogOut />} className="self-start" onClick={() => setAsked('leave')}>
          Leave group
        </Button>
      </div>
      <AddPeople open={asked === 'add'} conversation={conversation} onClose={close} />
      <Question
        open={removing !== null}
        title={`Remove ${removing?.first_name ?? ''}?`}
        text="They keep nothing of the chat and get no more messages. You can add them again."
        no="Keep"
        yes="Remove"
        onClose={close}
        onYes={() =>
          remove.mutate(
            { id: conversation.id, value: removing ? [removing.id] : [] },
            { onError: (error) => toasts.error(errorText(error, "Couldn't remove them. Try again.")) },
          )
        }
      />
      <LeaveQuestion
        open={asked === 'leave'}
        conversation={conversation}
        onClose={close}
        onLeft={() => {
          onClose();
          onLeft();
        }}
      />
    </Modal>
  );
}

/** The reader first, then the admins, then by name. */
function inOrder(participants: readonly Participant[], readerId: string): Participant[] {
  const rank = ({ id, is_admin }: Participant) => (id === readerId ? 0 : is_admin ? 1 : 2);
  return participants.toSorted((one, other) => rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other)));
}
