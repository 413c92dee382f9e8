import { useInfiniteQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { LinkOut } from '#platform/modals/link-out.tsx';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { Avatar } from '#ui/avatar.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { inviteCodeUsesQuery } from './codes.queries.ts';
import { MorePeople } from './more-people.tsx';

const day = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

type Props = { id: string; pageOf: (userId: string) => string };

/** The people who joined with a code. */
export function CodeUses({ id, pageOf }: Props) {
  const uses = useInfiniteQuery(inviteCodeUsesQuery(id));
  if (uses.isPending)
    return (
      <div aria-busy="true">
        <SkeletonText lines={4} />
      </div>
    );
  if (!uses.data) return <ErrorState title="Couldn't load who joined" onRetry={() => void uses.refetch()} />;
  const joined = uses.data.pages.flatMap(({ results }) => results);
  if (joined.length === 0)
    return <EmptyState icon={<UsersRound />} title="No one yet" text="Members who join with this code show up here." />;
  return (
    <>
      <ul aria-label="Who joined" className="flex flex-col">
        {joined.map(({ user, joined_at }, index) => (
          <li key={user?.id ?? `left-${index}`} className="flex min-h-14 items-center gap-3 py-2">
            {user ? <Avatar {...faceOf(user)} size="md" decorative /> : null}
            <span className="flex min-w-0 flex-col">
              {user ? (
                <LinkOut to={pageOf(user.id)} className="touch-target truncate font-medium hover:underline">
                  {nameOf(user)}
                </LinkOut>
              ) : (
                <span className="font-medium">Account deleted</span>
              )}
              <span className="text-sm text-text-secondary">{day.format(new Date(joined_at))}</span>
            </span>
          </li>
        ))}
      </ul>
      <MorePeople list={uses} left={(uses.data.pages[0]?.count ?? 0) - joined.length} />
    </>
  );
}
