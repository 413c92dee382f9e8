import { chartExplanations } from '@spotter/contract/desk/analytics-words.ts';
import { addDays, weekdayOf } from '@spotter/contract/wall-clock.ts';
import { useState } from 'react';
import { workoutName } from '#platform/people/training-words.ts';
import { Chip } from '#ui/chip.tsx';
import type { Behind, Point, PopularTime, WorkoutShare } from './analytics.queries.ts';
import { ChartCard, type Period } from './chart-card.tsx';
import { BarList } from './charts/bar-list.tsx';
import { HeatMap } from './charts/heat-map.tsx';
import { type ChartPoint, TrendChart } from './charts/trend-chart.tsx';
import type { PaperWidth } from './charts/use-width.ts';
import type { DashboardFilter } from './dashboard-filter.ts';
import {
  dayLong,
  dayShort,
  type FigureName,
  figureLabels,
  hourName,
  numberInWords,
  periodInWords,
  previousInWords,
  weekdayName,
} from './words.ts';

const series = ['joins', 'sessions', 'active_members'] as const;
type Series = (typeof series)[number];
const columns = [...series, 'new_members'] as const;

/** A year by day is all zigzag: there the line is the average of seven days. */
const SMOOTH_FROM = 120;

function smoothed(points: readonly ChartPoint[]): ChartPoint[] {
  return points.map((point, index) => {
    const week = points.slice(Math.max(0, index - 6), index + 1);
    const value = week.reduce((total, one) => total + one.value, 0) / week.length;
    return { ...point, value: Math.round(value * 10) / 10 };
  });
}

/** Of a chart whose parts open the people behind them. */
export type Opens = { period: Period; filter: DashboardFilter; onOpen: (behind: Behind) => void };

type TrendProps = Opens & { trend: readonly Point[]; previous: readonly Point[]; className: string };

export function Trend({ trend, previous, period, className, filter, onOpen }: TrendProps) {
  const [shown, setShown] = useState<Series>('joins');
  const isSmooth = trend.length > SMOOTH_FROM;
  const opens = (point: Point | undefined, figure: Series | 'new_members') => {
    if (!point?.[figure]) return undefined;
    const { day } = point;
    return () => onOpen({ figure, filter: { ...filter, range: 'custom', from: day, to: day }, about: dayLong(day) });
  };
  const pointsOf = (days: readonly Point[]) => {
    const points = days.map((point) => ({
      key: point.day,
      label: dayShort(point.day),
      value: point[shown],
      onOpen: opens(point, shown),
    }));
    return isSmooth ? smoothed(points) : points;
  };
  const before = previousInWords(period);
  return (
    <ChartCard
      title="Trend"
      className={className}
      explanation={chartExplanations.trend + (isSmooth ? ' The line is the average of seven days.' : '')}
      fileName="trend"
      period={period}
      detail={`${figureLabels[shown]} (dashed: ${before})`}
      table={{
        head: ['Day', ...columns.map((name) => figureLabels[name]), `${figureLabels[shown]}, ${before}`],
        rows: trend.map((point, index) => [
          dayLong(point.day),
          ...columns.map((name) => point[name]),
          previous[index]?.[shown] ?? null,
        ]),
        opens: (row, column) =>
          column > columns.length ? opens(previous[row], shown) : opens(trend[row], columns[column - 1]!),
      }}
      controls={
        <div className="flex flex-wrap gap-2 print:hidden">
          {series.map((name) => (
            <Chip key={name} selected={name === shown} onToggle={() => setShown(name)}>
              {figureLabels[name]}
            </Chip>
          ))}
        </div>
      }
    >
      <TrendChart
        look="line"
        paper="whole"
        points={pointsOf(trend)}
        previous={{ name: before, points: pointsOf(previous) }}
      />
    </ChartCard>
  );
}

type NewMembersProps = Opens & { trend: readonly Point[]; className: string; paper: PaperWidth };

/** By day for a month, by week for longer: each member is new on one day only, so days add up. */
export function NewMembers({ trend, period, className, paper, filter, onOpen }: NewMembersProps) {
  const weekly = trend.length > 31;
  const bars = new Map<string, number>();
  for (const { day, new_members } of trend) {
    const start = weekly ? addDays(day, -weekdayOf(day)) : day;
    bars.set(start, (bars.get(start) ?? 0) + new_members);
  }
  const opens = (start: string) => {
    // The first and the last week may lie only partly in the period.
    const from = start < period.from ? period.from : start;
    const end = weekly ? addDays(start, 6) : start;
    const to = end > period.to ? period.to : end;
    return () =>
      onOpen({
        figure: 'new_members',
        filter: { ...filter, range: 'custom', from, to },
        about: periodInWords({ from, to }),
      });
  };
  const points = [...bars].map(([day, value]) => ({
    key: day,
    label: dayShort(day),
    value,
    onOpen: value > 0 ? opens(day) : undefined,
  }));
  return (
    <ChartCard
      title="New members"
      className={className}
      explanation={`People who got access to a location for the first time${weekly ? ', by week. Weeks start on Monday.' : ', by day.'}`}
      fileName="new-members"
      period={period}
      table={{
        head: [weekly ? 'Week of' : 'Day', figureLabels.new_members],
        rows: points.map(({ key, value }) => [dayLong(key), value]),
        opens: (row) => points[row]?.onOpen,
      }}
    >
      <TrendChart look="bars" paper={paper} points={points} height={200} />
    </ChartCard>
  );
}

export function BusiestTimes({ times, period, filter, onOpen }: Opens & { times: readonly PopularTime[] }) {
  const most = Math.max(1, ...times.map(({ joins }) => joins));
  const hours = times.map(({ hour }) => hour);
  const first = Math.min(6, ...hours);
  const columns = Array.from({ length: Math.max(21, ...hours) - first + 1 }, (_, index) => first + index);
  const at = new Map(times.map((time) => [time.weekday * 24 + time.hour, time]));
  const week = [0, 1, 2, 3, 4, 5, 6];
  const opens = (weekday: number, hour: number) => {
    const about = `${weekdayName(weekday)} ${hourName(hour)} · ${periodInWords(period)}`;
    return at.get(weekday * 24 + hour)?.joins
      ? () => onOpen({ figure: 'joins', filter, about, only: { weekday, hour } })
      : undefined;
  };
  return (
    <ChartCard
      title="Busiest times"
      explanation={chartExplanations.popular_times}
      fileName="busiest-times"
      period={period}
      table={{
        head: ['Hour', ...week.map(weekdayName)],
        rows: columns.map((hour) => [hourName(hour), ...week.map((day) => at.get(day * 24 + hour)?.joins ?? 0)]),
        opens: (row, column) => opens(column - 1, columns[row]!),
      }}
    >
      <HeatMap
        paper="half"
        labelWidth={40}
        cellHeight={26}
        columns={columns.map(hourName)}
        rows={week.map((day) => ({
          label: weekdayName(day),
          cells: columns.map((hour) => {
            const { joins = 0, sessions = 0 } = at.get(day * 24 + hour) ?? {};
            const words = `${weekdayName(day)} ${hourName(hour)}: ${numberInWords(joins)} spots taken in ${numberInWords(sessions)} sessions`;
            return { key: String(hour), share: joins / most, words, onOpen: opens(day, hour) };
          }),
        }))}
      />
    </ChartCard>
  );
}

export function WorkoutTypes({ types, period, filter, onOpen }: Opens & { types: readonly WorkoutShare[] }) {
  const opens = ({ workout_type, joins }: WorkoutShare, figure: FigureName) => {
    const about = `${workoutName[workout_type]} · ${periodInWords(period)}`;
    return joins > 0 ? () => onOpen({ figure, filter, about, only: { workout_type } }) : undefined;
  };
  return (
    <ChartCard
      title="Workout types"
      explanation={chartExplanations.workout_types}
      fileName="workout-types"
      period={period}
      table={{
        head: ['Workout', figureLabels.sessions, figureLabels.joins, 'Share of sessions'],
        rows: types.map(({ workout_type, sessions, joins, share }) => [
          workoutName[workout_type],
          sessions,
          joins,
          `${share}%`,
        ]),
        opens: (row, column) => opens(types[row]!, column === 2 ? 'joins' : 'sessions'),
      }}
    >
      <BarList
        paper="half"
        whole={100}
        rows={types.map((type) => ({
          key: type.workout_type,
          label: workoutName[type.workout_type],
          value: type.share,
          words: `${numberInWords(type.sessions)} · ${numberInWords(type.share)}%`,
          color: `var(--color-workout-${type.workout_type}-accent)`,
          onOpen: opens(type, 'sessions'),
        }))}
      />
    </ChartCard>
  );
}
