import { quietDays } from '@spotter/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { HeartPulse } from 'lucide-react';
import { useState } from 'react';
import { FilterSelect } from '#ui/form/filter-select.tsx';
import { Pager } from '#ui/list/pager.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonCards } from '#ui/status/skeleton.tsx';
import type { SessionRows } from './invite-dialog.tsx';
import { MemberAtRiskRow } from './member-at-risk-row.tsx';
import { Predictions } from './predictions.tsx';
import { RemedyOutcome } from './remedy-outcome.tsx';
import { MEMBERS_PER_PAGE, type MemberAtRisk, memberRiskQuery, membersAtRiskQuery } from './retention.queries.ts';
import { listNames } from './risk.words.ts';

type Props = {
  gyms: readonly { id: string; name: string }[];
  /** The member a mail's link leads to; shown first, also when they are on another page. */
  askedId: string | null;
  pageOf: (userId: string) => string;
  /** The sessions a member can be invited to. */
  sessionRows: SessionRows;
};

/** Members who are slipping and members who have gone quiet, the likeliest to leave first, and what came of remedies. */
export function MembersAtRiskList({ gyms, askedId, pageOf, sessionRows }: Props) {
  const [page, setPage] = useState(1);
  const [gymId, setGymId] = useState<string | null>(null);
  const list = useQuery(membersAtRiskQuery(page, gymId));
  const asked = useQuery({ ...memberRiskQuery(askedId ?? ''), enabled: askedId !== null });
  if (list.isPending) return <SkeletonCards className="h-36" />;
  if (list.isError) return <ErrorState title="Couldn't load members at risk" onRetry={() => void list.refetch()} />;
  const first = asked.data?.risk;
  const rest = list.data.results.filter(({ person }) => person.id !== first?.person.id);
  return (
    <>
      <RemedyOutcome outcome={list.data.outcome} pageOf={pageOf} />
      <Predictions model={list.data.model} predicted={list.data.predicted} />
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
        <div className="flex flex-col gap-8">
          {first ? (
            <ul aria-label="Asked for">
              <MemberAtRiskRow member={first} page={pageOf(first.person.id)} sessionRows={sessionRows} isHighlighted />
            </ul>
          ) : null}
          {lists.map((name) => (
            <RiskList
              key={name}
              name={name}
              count={list.data.counts[name]}
              members={rest.filter((member) => member.list === name)}
              pageOf={pageOf}
              sessionRows={sessionRows}
            />
          ))}
        </div>
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

const lists = ['slipping', 'quiet'] as const;
const listTexts: Record<MemberAtRisk['list'], string> = {
  slipping: 'Still around, but the habit fades. A word now helps most.',
  quiet: `No session for ${quietDays} days or more.`,
};

type RiskListProps = { name: MemberAtRisk['list']; count: number; members: MemberAtRisk[] } & Pick<
  Props,
  'pageOf' | 'sessionRows'
>;

/** One of the two lists; each gets half of the places on a page. */
function RiskList({ name, count, members, pageOf, sessionRows }: RiskListProps) {
  if (members.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h2 className="text-lg">
          {listNames[name]} <span className="font-normal text-text-secondary">{count}</span>
        </h2>
        <p className="text-sm text-text-secondary">{listTexts[name]}</p>
      </div>
      <ul aria-label={listNames[name]} className="flex flex-col gap-3">
        {members.map((member) => (
          <MemberAtRiskRow
            key={member.person.id}
            member={member}
            page={pageOf(member.person.id)}
            sessionRows={sessionRows}
          />
        ))}
      </ul>
    </section>
  );
}
