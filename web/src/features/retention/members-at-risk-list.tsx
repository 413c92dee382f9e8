import { useQuery } from '@tanstack/react-query';
import { HeartPulse } from 'lucide-react';
import { useState } from 'react';
import { FilterSelect } from '#ui/form/filter-select.tsx';
import { Pager } from '#ui/pager.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { MemberAtRiskRow } from './member-at-risk-row.tsx';
import { RemedyOutcome } from './remedy-outcome.tsx';
import { MEMBERS_PER_PAGE, memberRiskQuery, membersAtRiskQuery } from './retention.queries.ts';

type Props = {
  gyms: readonly { id: string; name: string }[];
  /** The member a mail's link leads to; shown first, also when they are on another page. */
  askedId: string | null;
  pageOf: (userId: string) => string;
};

/** The likeliest to leave first, and what came of earlier remedies. */
export function MembersAtRiskList({ gyms, askedId, pageOf }: Props) {
  const [page, setPage] = useState(1);
  const [gymId, setGymId] = useState<string | null>(null);
  const list = useQuery(membersAtRiskQuery(page, gymId));
  const asked = useQuery({ ...memberRiskQuery(askedId ?? ''), enabled: askedId !== null });
  if (list.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-36 rounded-card" />
        ))}
      </div>
    );
  if (list.isError) return <ErrorState title="Couldn't load members at risk" onRetry={() => void list.refetch()} />;
  const first = asked.data?.risk;
  const rest = list.data.results.filter(({ person }) => person.id !== first?.person.id);
  return (
    <>
      <RemedyOutcome outcome={list.data.outcome} />
      {gyms.length > 1 ? (
        <div>
          <FilterSelect
            label="Location"
            any="All locations"
            options={gyms.map(({ id, name }) => ({ value: id, label: name }))}
            value={gymId}
            onChange={(id) => {
              setGymId(id);
              setPage(1);
            }}
          />
        </div>
      ) : null}
      {first || list.data.count > 0 ? (
        <ul aria-label="Members at risk" className="flex flex-col gap-3">
          {first ? (
            <MemberAtRiskRow key={first.person.id} member={first} page={pageOf(first.person.id)} isHighlighted />
          ) : null}
          {rest.map((member) => (
            <MemberAtRiskRow key={member.person.id} member={member} page={pageOf(member.person.id)} />
          ))}
        </ul>
      ) : list.data.computed_at === null ? (
        <EmptyState
          icon={<HeartPulse />}
          title="Too early to tell"
          text="Members show up here once they've trained often enough to compare."
        />
      ) : (
        <EmptyState
          icon={<HeartPulse />}
          title="No one seems about to leave"
          text="Updated nightly. Members who train less than they used to show up here, with the reason."
        />
      )}
      <Pager page={page} pageSize={MEMBERS_PER_PAGE} count={list.data.count} onPage={setPage} />
    </>
  );
}
