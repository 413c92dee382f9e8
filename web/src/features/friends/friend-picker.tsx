import type { Person } from '@spotter/contract/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Check, Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Avatar } from '#ui/avatar.tsx';
import { chosenLook } from '#ui/chosen-look.ts';
import { TextField } from '#ui/form/text-field.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { friendsQuery, namedFriendsQuery } from './friends.queries.ts';

type Props = {
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** Other members to choose, shown first; some may be friends too. */
  also?: readonly Person[];
};

/** Above this number a search field appears. */
const SEARCH_FROM = 9;

/** Friends as avatars to tap. */
export function FriendPicker({ value, onChange, also = [] }: Props) {
  const friends = useQuery(friendsQuery());
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const named = useQuery(namedFriendsQuery(wanted));
  if (friends.isPending)
    return (
      <div role="status" aria-busy="true" aria-label="Loading friends" className="flex gap-3">
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} className="size-14 rounded-full" />
        ))}
      </div>
    );
  if (!friends.data)
    return <p className="text-sm text-text-secondary">Couldn't load your friends. You can share the session later.</p>;
  const people = [
    ...also,
    ...friends.data.results.map(({ friend }) => friend).filter(({ id }) => !also.some((other) => other.id === id)),
  ];
  if (people.length === 0)
    return (
      <p className="text-sm text-text-secondary">
        No friends here yet. Everyone at your gym will see the session, and you can share the link.
      </p>
    );
  const shown = wanted === '' ? people : (named.data?.results ?? []).map(({ friend }) => friend);
  const toggle = (id: string) => onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id]);
  return (
    <div className="flex flex-col gap-3">
      {people.length >= SEARCH_FROM ? (
        <TextField
          label="Find a friend"
          hideLabel
          placeholder="Find a friend"
          icon={<Search aria-hidden="true" />}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : null}
      <ul className="grid max-h-64 grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-1 overflow-y-auto p-0.5">
        {shown.map((person) => {
          const chosen = value.includes(person.id);
          return (
            <li key={person.id} className="min-w-0">
              <button
                type="button"
                aria-pressed={chosen}
                aria-label={`${person.first_name} ${person.last_name}`}
                onClick={() => toggle(person.id)}
                className={clsx(
                  'flex w-full flex-col items-center gap-1 rounded-card px-1 py-2 transition',
                  chosen ? chosenLook : 'hover:bg-bg-secondary',
                )}
              >
                <span className="relative">
                  <Avatar
                    name={`${person.first_name} ${person.last_name}`}
                    src={person.avatar_url}
                    color={person.avatar_color}
                    decorative
                  />
                  {chosen ? (
                    <span className="absolute -right-1 -bottom-1 grid size-5 place-items-center rounded-full bg-primary text-on-primary ring-2 ring-bg-raised">
                      <Check aria-hidden="true" strokeWidth={3} className="size-3" />
                    </span>
                  ) : null}
                </span>
                <span className="w-full truncate text-center text-xs">{person.first_name}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {shown.length === 0 && !named.isFetching ? (
        <p className="text-sm text-text-secondary">No friends by that name.</p>
      ) : null}
    </div>
  );
}
