import { useQuery } from '@tanstack/react-query';
import {
  type Behind,
  type Dashboard,
  locationFiguresQuery,
  useRetention,
} from '#features/analytics/analytics.queries.ts';
import { BusiestTimes, Locations, NewMembers, Retention, Trend, WorkoutTypes } from '#features/analytics/sections.tsx';
import type { Wanted } from '#features/analytics/wanted.ts';
import { AtRiskCard } from '#features/retention/at-risk-card.tsx';

type Props = {
  data: Dashboard;
  wanted: Wanted;
  base: string;
  severalLocations: boolean;
  /** Shows the people behind a part of a chart. */
  onOpen: (behind: Behind) => void;
};

export function DashboardCharts({ data, wanted, base, severalLocations, onOpen }: Props) {
  const { period, trend, previous_trend, popular_times, workout_types } = data;
  const locations = useQuery({ ...locationFiguresQuery(wanted), enabled: severalLocations });
  const retention = useRetention(wanted.gymId, period.to);
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2 print:min-h-0 print:flex-1 print:grid-cols-2 print:grid-rows-[4fr_5fr_4fr_7fr] print:gap-2">
      <Trend
        trend={trend}
        previous={previous_trend}
        period={period}
        className="lg:col-span-2 print:col-span-2"
        wanted={wanted}
        onOpen={onOpen}
      />
      <BusiestTimes times={popular_times} period={period} wanted={wanted} onOpen={onOpen} />
      <WorkoutTypes types={workout_types} period={period} wanted={wanted} onOpen={onOpen} />
      <NewMembers
        trend={trend}
        period={period}
        className={severalLocations ? '' : 'print:col-span-2'}
        paper={severalLocations ? 'half' : 'whole'}
        wanted={wanted}
        onOpen={onOpen}
      />
      <AtRiskCard gymId={wanted.gymId} to={`${base}/members-at-risk`} />
      {severalLocations && locations.data && locations.data.length > 1 ? (
        <Locations
          locations={locations.data}
          period={period}
          className="lg:col-span-2 print:col-span-1"
          wanted={wanted}
          onOpen={onOpen}
        />
      ) : null}
      {retention ? (
        <Retention
          {...retention}
          period={period}
          className="lg:col-span-2 print:col-span-2"
          gymId={wanted.gymId}
          onOpen={onOpen}
        />
      ) : null}
    </div>
  );
}
