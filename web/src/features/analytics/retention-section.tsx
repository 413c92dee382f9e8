import { chartExplanations } from '@spotter/contract/desk/analytics-words.ts';
import { addDays } from '@spotter/contract/wall-clock.ts';
import type { Behind, Cohort } from './analytics.queries.ts';
import { ChartCard, type Period } from './chart-card.tsx';
import { HeatMap } from './charts/heat-map.tsx';
import { dayLong, dayShort, monthName } from './words.ts';

/** A share of one or two people says more than there is to know. */
const FEW_MEMBERS = 2;
const retentionText = (active: number, members: number) =>
  members > FEW_MEMBERS ? `${Math.round((active / members) * 100)}%` : active === 1 ? '1 person' : `${active} people`;

type RetentionProps = {
  cohorts: readonly Cohort[];
  unit: 'week' | 'month';
  period: Period;
  className: string;
  gymId: string | null;
  onOpen: (behind: Behind) => void;
};

/** The week or month that comes so many after another. */
function spanAfter(starts: string, unit: 'week' | 'month', later: number): { from: string; to: string } {
  if (unit === 'week') return { from: addDays(starts, 7 * later), to: addDays(starts, 7 * later + 6) };
  const [year, month] = [Number(starts.slice(0, 4)), Number(starts.slice(5, 7)) - 1 + later];
  const dayOf = (months: number, day: number) => new Date(Date.UTC(year, months, day)).toISOString().slice(0, 10);
  return { from: dayOf(month, 1), to: dayOf(month + 1, 0) };
}

export function Retention({ cohorts, unit, period, className, gymId, onOpen }: RetentionProps) {
  const spans = cohorts.map((_, index) => index);
  const withNew = cohorts.filter(({ members }) => members > 0);
  const nameOf = unit === 'week' ? dayShort : monthName;
  const several = (count: number) => (count === 1 ? unit : `${count} ${unit}s`);
  const words = ({ starts, members, active }: Cohort, later: number) =>
    `Joined in ${unit === 'week' ? 'the week of ' : ''}${nameOf(starts)}: ${active[later]} of ${members} trained ${later === 0 ? `that ${unit}` : `${later === 1 ? `1 ${unit}` : several(later)} later`}`;
  const opens = (cohort: Cohort | undefined, later: number) => {
    if (!cohort?.active[later]) return undefined;
    const filter = { gymId, range: 'custom' as const, ...spanAfter(cohort.starts, unit, later) };
    const { from: joined_from, to: joined_to } = spanAfter(cohort.starts, unit, 0);
    const only = { joined_from, joined_to };
    return () => onOpen({ figure: 'active_members', filter, about: words(cohort, later), only });
  };
  const opensJoined = ({ starts, members }: Cohort) => {
    const filter = { gymId, range: 'custom' as const, ...spanAfter(starts, unit, 0) };
    const about = `Joined in ${unit === 'week' ? 'the week of ' : ''}${nameOf(starts)}`;
    return members > 0 ? () => onOpen({ figure: 'new_members', filter, about }) : undefined;
  };
  return (
    <ChartCard
      title="Retention"
      className={className}
      explanation={`${chartExplanations[unit === 'week' ? 'retention' : 'monthly_retention']} It shows the ${unit}s with new members among the last ${cohorts.length}.`}
      fileName="retention"
      period={period}
      table={{
        head: [
          unit === 'week' ? 'Joined in the week of' : 'Joined in',
          'Members',
          ...spans.map((later) => (later === 0 ? `Same ${unit}` : `${unit === 'week' ? 'Week' : 'Month'} ${later}`)),
        ],
        rows: cohorts.map(({ starts, members, active }) => [
          unit === 'week' ? dayLong(starts) : monthName(starts),
          members,
          ...spans.map((later) => active[later] ?? null),
        ]),
        opens: (row, column) => (column === 1 ? opensJoined(cohorts[row]!) : opens(cohorts[row], column - 2)),
      }}
    >
      {withNew.length > 0 ? (
        <HeatMap
          paper="whole"
          labelWidth={120}
          cellHeight={28}
          columns={spans.map((later) => (later === 0 ? 'Same' : `+${later}`))}
          rows={withNew.map((cohort) => ({
            label: `${nameOf(cohort.starts)} · ${cohort.members} new`,
            cells: cohort.active.map((came, later) => ({
              key: String(later),
              share: came / cohort.members,
              text: retentionText(came, cohort.members),
              onOpen: opens(cohort, later),
              words: words(cohort, later),
            })),
          }))}
        />
      ) : (
        <p className="text-sm text-text-secondary">No one has joined in the last {several(cohorts.length)}.</p>
      )}
    </ChartCard>
  );
}
