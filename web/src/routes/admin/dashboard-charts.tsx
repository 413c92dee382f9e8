import { useQuery } from '@tanstack/react-query';
import { type Behind, type Dashboard, gymFiguresQuery, useRetention } from '#features/analytics/analytics.queries.ts';
import type { DashboardFilter } from '#features/analytics/dashboard-filter.ts';
import { Gyms } from '#features/analytics/gyms-section.tsx';
import { Retention } from '#features/analytics/retention-section.tsx';
import { BusiestTimes, NewMembers, Trend, WorkoutTypes } from '#features/analytics/sections.tsx';
import { AtRiskCard } from '#features/retention/at-risk-card.tsx';

type Props = {
  data: Dashboard;
  filter: DashboardFilter;
  base: string;
  severalGyms: boolean;
  /** Shows the people behind a part of a chart. */
  onOpen: (behind: Behind) => void;
};

export function DashboardCharts({ data, filter, base, severalGyms, onOpen }: Props) {
  const { period, trend, previous_trend, popular_times, workout_types } = data;
  const gyms = useQuery({ ...gymFiguresQuery(filter), enabled: severalGyms });
  const retention = useRetention(filter.gymId, period.to);
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 print:min-h-0 print:flex-1 print:grid-cols-2 print:grid-rows-[4fr_5fr_4fr_7fr] print:gap-2">
      <Trend
        trend={trend}
        previous={previous_trend}
        period={period}
        className="lg:col-span-2 print:col-span-2"
        filter={filter}
        onOpen={onOpen}
      />
      <BusiestTimes times={popular_times} period={period} filter={filter} onOpen={onOpen} />
      <WorkoutTypes types={workout_types} period={period} filter={filter} onOpen={onOpen} />
      <NewMembers
        trend={trend}
        period={period}
        className={severalGyms ? '' : 'print:col-span-2'}
        paper={severalGyms ? 'half' : 'whole'}
        filter={filter}
        onOpen={onOpen}
      />
      <AtRiskCard gymId={filter.gymId} to={`${base}/members-at-risk`} />
      {severalGyms && gyms.data && gyms.data.length > 1 ? (
        <Gyms
          gyms={gyms.data}
          period={period}
          className="lg:col-span-2 print:col-span-1"
          filter={filter}
          onOpen={onOpen}
        />
      ) : null}
      {retention ? (
        <Retention
          {...retention}
          period={period}
          className="lg:col-span-2 print:col-span-2"
          gymId={filter.gymId}
          onOpen={onOpen}
        />
      ) : null}
    </div>
  );
}
