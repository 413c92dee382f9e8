import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, HeartHandshake } from 'lucide-react';
import { useState } from 'react';
import type { Answer } from '#platform/api/client.ts';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { Avatar } from '#ui/avatar.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { referralsQuery } from './codes.queries.ts';
import { MorePeople } from './more-people.tsx';

type Referrer = Answer<'listReferrals'>['results'][number];
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** Top inviters, each opening into the people they invited. */
export function Referrals() {
  const referrers = useInfiniteQuery(referralsQuery(null));
  if (referrers.isPending)
    return (
      <div aria-busy="true">
        <SkeletonText lines={4} />
      </div>
    );
  if (!referrers.data)
    return <ErrorState title="Couldn't load the top inviters" onRetry={() => void referrers.refetch()} />;
  const shown = referrers.data.pages.flatMap(({ results }) => results);
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<HeartHandshake />}
        title="No invites yet"
        text="Members who invite friends with their personal link show up here."
      />
    );
  return (
    <>
      <ul aria-label="Top inviters" className="flex flex-col divide-y divide-border">
        {shown.map((referrer) => (
          <Branch key={referrer.user.id} referrer={referrer} path={[]} />
        ))}
      </ul>
      <MorePeople list={referrers} left={(referrers.data.pages[0]?.count ?? 0) - shown.length} />
    </>
  );
}

/** `path` is whom the branch came from: people may have brought each other in a circle. */
function Branch({ referrer, path }: { referrer: Referrer; path: readonly string[] }) {
  const { user, joined_at, brought, brought_in_all } = referrer;
  const [open, setOpen] = useState(false);
  const opens = brought > 0 && !path.includes(user.id);
  const face = (
    <>
      <Avatar {...faceOf(user)} size="md" decorative />
      <span className="flex min-w-0 flex-1 flex-col text-left">
        <span className="truncate font-medium">{nameOf(user)}</span>
        <span className="text-sm text-text-secondary">
          {brought > 0 ? inWords(brought, brought_in_all) : `Joined ${day.format(new Date(joined_at))}`}
        </span>
      </span>
    </>
  );
  const row = 'flex w-full min-h-14 items-center gap-3 py-2';
  return (
    <li>
      {opens ? (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className={`${row} rounded-control transition hover:bg-bg-secondary`}
        >
          {face}
          <ChevronRight
            aria-hidden="true"
            className={`size-5 shrink-0 text-text-tertiary transition ${open ? 'rotate-90' : ''}`}
          />
        </button>
      ) : (
        <div className={row}>{face}</div>
      )}
      {open ? <Brought by={user.id} path={[...path, user.id]} /> : null}
    </li>
  );
}

function Brought({ by, path }: { by: string; path: readonly string[] }) {
  const list = useInfiniteQuery(referralsQuery(by));
  if (list.isPending)
    return (
      <div aria-busy="true">
        <SkeletonText lines={2} />
      </div>
    );
  if (!list.data) return <ErrorState title="Couldn't load who they invited" onRetry={() => void list.refetch()} />;
  const shown = list.data.pages.flatMap(({ results }) => results);
  return (
    <div className="ml-3 border-border border-l pl-3 sm:ml-5 sm:pl-4">
      <ul className="flex flex-col">
        {shown.map((referrer) => (
          <Branch key={referrer.user.id} referrer={referrer} path={path} />
        ))}
      </ul>
      <MorePeople list={list} left={(list.data.pages[0]?.count ?? 0) - shown.length} />
    </div>
  );
}

const members = (number: number) => (number === 1 ? '1 member' : `${number} members`);
const inWords = (brought: number, inAll: number) =>
  inAll > brought ? `Invited ${members(brought)}, ${inAll} including their invites` : `Invited ${members(brought)}`;
