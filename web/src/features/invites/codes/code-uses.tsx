import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { Avatar } from '#ui/avatar.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { inviteCodeUsesQuery } from './codes.queries.ts';

const day = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });

/** The people who joined with a code. */
export function CodeUses({ id }: { id: string }) {
  const uses = useQuery(inviteCodeUsesQuery(id));
  if (uses.isPending) return <SkeletonText lines={4} />;
  if (uses.isError) return <ErrorState title="Couldn't load who joined" onRetry={() => void uses.refetch()} />;
  const { count, results } = uses.data;
  if (count === 0)
    return <EmptyState icon={<UsersRound />} title="Nobody yet" text="Members who join with this code show up here." />;
  return (
    <>
      <ul className="flex flex-col">
        {results.map(({ user, joined_at }, index) => (
          <li key={user?.id ?? `left-${index}`} className="flex items-center gap-3 py-2.5">
            {user ? <Avatar {...faceOf(user)} size="md" decorative /> : null}
            <span className="flex min-w-0 flex-col">
              <span className="truncate font-medium">{user ? nameOf(user) : 'Account deleted'}</span>
              <span className="text-sm text-text-secondary">{day.format(new Date(joined_at))}</span>
            </span>
          </li>
        ))}
      </ul>
      {count > results.length ? (
        <p className="pt-2 text-sm text-text-secondary">and {count - results.length} more before them</p>
      ) : null}
    </>
  );
}
