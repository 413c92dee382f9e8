import { Ellipsis, Shield, ShieldOff, UserX } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { useUser } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Badge } from '#ui/badge.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, type MenuAction } from '#ui/layer/menu.tsx';
import { isCalled } from '../conversation.words.ts';
import { useSetAdmin } from '../conversations.mutations.ts';
import type { Conversation, Participant } from '../conversations.queries.ts';
import { PersonRow } from '../person-row.tsx';

/** From how many members on a name is quicker to type than to find. */
const MANY = 12;

type Props = { conversation: Conversation; onRemove: (person: Participant) => void };

/** A group's members by name, and what an admin can do with each. */
export function GroupMembers({ conversation, onRemove }: Props) {
  const reader = useUser();
  const { participants, can_manage } = conversation;
  const setAdmin = useSetAdmin(conversation.id);
  const [text, setText] = useState('');
  const shown = inOrder(participants, reader.id).filter((person) => isCalled(person, text));
  const admins = participants.filter(({ is_admin }) => is_admin).length;

  /** What an admin can do with a member, and with their own role. */
  function actionsOf(person: Participant): MenuAction[] {
    const isReader = person.id === reader.id;
    const change = (isAdmin: boolean) =>
      setAdmin.mutate(
        { userId: person.id, isAdmin },
        { onError: (error) => toasts.error(errorText(error, "Couldn't change that. Try again.")) },
      );
    const promote = { label: 'Make admin', icon: <Shield />, onSelect: () => change(true) };
    const demote = {
      label: isReader ? 'Step down as admin' : 'Remove as admin',
      icon: <ShieldOff />,
      onSelect: () => change(false),
    };
    const remove = { label: 'Remove from group', icon: <UserX />, danger: true, onSelect: () => onRemove(person) };
    // A group keeps at least one admin.
    if (isReader) return admins > 1 ? [demote] : [];
    return [person.is_admin ? demote : promote, remove];
  }
  return (
    <>
      {participants.length > MANY || text !== '' ? (
        <SearchField label="Find a member" placeholder="Find a member" value={text} onChange={setText} />
      ) : null}
      {shown.length === 0 ? (
        <p role="status" className="text-text-secondary">
          No one by that name.
        </p>
      ) : null}
      <ul aria-label="Members" className="flex flex-col">
        {shown.map((person) => (
          <PersonRow key={person.id} person={person}>
            {person.is_admin ? <Badge tone="primary">Admin</Badge> : null}
            {can_manage && actionsOf(person).length > 0 ? (
              <Menu
                groups={[actionsOf(person)]}
                trigger={<IconButton label={`Options for ${nameOf(person)}`} icon={<Ellipsis />} size="sm" round />}
              />
            ) : null}
          </PersonRow>
        ))}
      </ul>
    </>
  );
}

/** The reader first, then the admins, then by name. */
function inOrder(participants: readonly Participant[], readerId: string): Participant[] {
  const rank = ({ id, is_admin }: Participant) => (id === readerId ? 0 : is_admin ? 1 : 2);
  return participants.toSorted((one, other) => rank(one) - rank(other) || nameOf(one).localeCompare(nameOf(other)));
}
