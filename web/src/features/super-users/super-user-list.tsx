import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { Question } from '#ui/layer/question.tsx';
import { Pager } from '#ui/list/pager.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { PAGE_SIZE, type SuperUser, superUsersQuery, useRemoveSuperUser } from './super-users.queries.ts';

const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** The super admins, the longest-standing first. Nobody removes themselves here. */
export function SuperUserList({ readerId }: { readerId: string }) {
  const [page, setPage] = useState(1);
  const list = useQuery(superUsersQuery(page));
  const remove = useRemoveSuperUser();
  const [leaving, setLeaving] = useState<SuperUser | null>(null);
  if (list.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    );
  if (list.isError) return <ErrorState title="Couldn't load super admins" onRetry={() => void list.refetch()} />;
  const { count, results } = list.data;
  if (count === 0)
    return <EmptyState icon={<ShieldCheck />} title="No super admins" text="Super admins you add show up here." />;
  return (
    <>
      <ul className="flex flex-col divide-y divide-border">
        {results.map((user) => (
          <li key={user.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
            <Avatar {...faceOf(user)} decorative />
            <div className="flex min-w-0 flex-1 basis-48 flex-col">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {nameOf(user)}
                {user.id === readerId ? <Badge>You</Badge> : null}
              </p>
              <p className="break-words text-sm text-text-secondary">{user.email}</p>
              <p className="text-sm text-text-tertiary">
                {user.last_seen_at ? `Seen ${day.format(new Date(user.last_seen_at))}` : 'Never signed in'}
              </p>
            </div>
            {user.id === readerId ? null : (
              <Button
                size="sm"
                variant="secondary"
                aria-label={`Remove ${nameOf(user)}`}
                loading={remove.isPending && remove.variables.id === user.id}
                disabled={remove.isPending}
                onClick={() => setLeaving(user)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Pager page={page} pageSize={PAGE_SIZE} count={count} onPage={setPage} />
      <Question
        open={leaving !== null}
        title={leaving ? `Remove ${nameOf(leaving)}?` : ''}
        text="They are signed out at once and their account is deleted. What they did stays in the audit logs."
        no="Keep"
        yes="Remove"
        onClose={() => setLeaving(null)}
        onYes={() => leaving && remove.mutate(leaving)}
      />
    </>
  );
}
