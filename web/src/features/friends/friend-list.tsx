import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, CalendarPlus, Ellipsis, UserMinus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { nameOf } from '#platform/people/face.ts';
import { Button } from '#ui/button.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { useKeptFocus } from '#ui/list/use-kept-focus.ts';
import { useVirtualRows } from '#ui/list/use-virtual-rows.ts';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import { useDebounced } from '#ui/use-debounced.ts';
import { useChangingFriendships } from './friends.mutations.ts';
import { FRIENDS_PER_PAGE, type Friend, friendPageQuery, type Person } from './friends.queries.ts';
import { PeopleSkeleton, PersonRow, PersonRowSkeleton, secondLineClass } from './person-row.tsx';
import { useUndoableChanges } from './use-undoable-changes.ts';

export type SessionTogether = NonNullable<Friend['next_session_together']>;
type Props = {
  /** When a session starts, in words. */
  timeOf: (session: SessionTogether) => string;
  onSession: (id: string) => void;
  onTrain: (person: Person) => void;
  onFind: () => void;
};

/** The reader's friends, with a search over all of them. */
export function FriendList(props: Props) {
  const [text, setText] = useState('');
  const wanted = useDebounced(text.trim());
  // The last search that was answered stays on the screen until the next one is.
  const [shown, setShown] = useState('');
  const answer = useQuery(friendPageQuery(wanted, 1));
  const first = useQuery(friendPageQuery(shown, 1));
  if (answer.data && wanted !== shown) setShown(wanted);
  const removed = useChangingFriendships('friends');
  const list = useKeptFocus<HTMLDivElement>(removed.size);

  if (first.isPending) return <PeopleSkeleton />;
  if (!first.data)
    return <ErrorState title="Couldn't load your friends" onRetry={() => void first.refetch()} className="py-8" />;
  const { count, results } = first.data;
  if (shown === '' && text === '' && results.every(({ id }) => removed.has(id)))
    return (
      <EmptyState
        className="py-10"
        icon={<UsersRound />}
        title="No friends yet"
        text="Your friends show up here, with your next session together."
        action={<Button onClick={props.onFind}>Find people</Button>}
      />
    );
  return (
    <div ref={list} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <SearchField label="Find a friend" placeholder="Find a friend" value={text} onChange={setText} />
      {answer.isError ? <SlimError text="Couldn't search." onRetry={() => void answer.refetch()} /> : null}
      {count === 0 ? (
        <p role="status" className="py-6 text-center text-text-secondary">
          No friends by that name.
        </p>
      ) : (
        <Rows q={shown} count={count} removed={removed} {...props} />
      )}
    </div>
  );
}

type RowsProps = Props & { q: string; count: number; removed: ReadonlySet<string> };

/** All rows have their room from the start; the pages in view are loaded. */
function Rows({ q, count, removed, timeOf, onSession, onTrain }: RowsProps) {
  const queryClient = useQueryClient();
  const pageQueries = Array.from({ length: Math.ceil(count / FRIENDS_PER_PAGE) }, (_, n) => friendPageQuery(q, n + 1));
  const known = pageQueries.map(({ queryKey }) => queryClient.getQueryData(queryKey)?.results);
  const pageOf = (index: number) => Math.floor(index / FRIENDS_PER_PAGE);
  const friendAt = (index: number) => known[pageOf(index)]?.[index % FRIENDS_PER_PAGE];
  const { rows, listProps, rowProps } = useVirtualRows({
    count,
    estimateSize: () => 68,
    // A row that moves up takes its height along.
    getItemKey: (index) => friendAt(index)?.id ?? index,
  });
  const pagesInView = [...new Set(rows.map(({ index }) => pageOf(index)))];
  const loaded = useQueries({ queries: pagesInView.flatMap((page) => pageQueries[page] ?? []) });
  const failed = loaded.find(({ data, isError }) => isError && !data);
  return (
    <>
      {failed ? <SlimError text="Couldn't load all of your friends." onRetry={() => void failed.refetch()} /> : null}
      <ul {...listProps} aria-label="Friends" className="-mx-3 relative">
        {rows.map((virtual) => {
          const friend = friendAt(virtual.index);
          return (
            <li key={virtual.key} aria-setsize={count} {...rowProps(virtual)}>
              {!friend ? (
                <PersonRowSkeleton />
              ) : removed.has(friend.id) ? null : (
                <FriendRow friend={friend} timeOf={timeOf} onSession={onSession} onTrain={onTrain} />
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

type FriendRowProps = Pick<Props, 'timeOf' | 'onSession' | 'onTrain'> & { friend: Friend };

function FriendRow({ friend, timeOf, onSession, onTrain }: FriendRowProps) {
  const { remove } = useUndoableChanges();
  const { friend: person, gym_name, next_session_together: next } = friend;
  return (
    <PersonRow
      person={person}
      actions={
        <Menu
          trigger={<IconButton label={`Options for ${nameOf(person)}`} icon={<Ellipsis />} />}
          groups={[
            [{ label: 'Train together', icon: <CalendarPlus />, onSelect: () => onTrain(person) }],
            [
              {
                label: 'Remove friend',
                icon: <UserMinus />,
                danger: true,
                onSelect: () => remove(friend.id, friend.friend),
              },
            ],
          ]}
        />
      }
    >
      {gym_name ? <span className={`truncate ${secondLineClass}`}>{gym_name}</span> : null}
      {next ? (
        <button
          type="button"
          onClick={() => onSession(next.id)}
          className="touch-target flex max-w-full items-center gap-1.5 self-start text-left text-primary-text text-sm hover:underline"
        >
          <CalendarDays aria-hidden="true" className="size-3.5 shrink-0" />
          <span className="truncate">
            <span className="sr-only">Next session together: </span>
            <time dateTime={next.start_time}>{timeOf(next)}</time> · {next.title}
          </span>
        </button>
      ) : null}
    </PersonRow>
  );
}
