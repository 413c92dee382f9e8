import { figureExplanations } from '@spotter/contract/desk/analytics-words.ts';
import { addDays } from '@spotter/contract/wall-clock.ts';
import type { FigureRow, People, Sums, TrendRow, TypesRow } from './figures.read.ts';

type FigureName = keyof typeof figureExplanations;
type Values = Record<FigureName, number | null>;

/** A tenth of a percent is as exact as an owner needs it. */
const percent = (part: number, whole: number) => (whole > 0 ? Math.round((1000 * part) / whole) / 10 : null);

function valuesOf(sums: Sums | undefined, people: People | undefined): Values {
  const { sessions = 0, joins = 0, spots = 0, confirmed = 0, attended = 0 } = sums ?? {};
  return {
    active_members: people?.active_members ?? 0,
    sessions,
    joins,
    fill_rate: percent(joins, spots),
    new_members: people?.new_members ?? 0,
    attendance_rate: percent(attended, confirmed),
  };
}

const changeOf = (value: number | null, previous: number | null) =>
  value === null || previous === null ? null : percent(value - previous, previous);

/** The figures of one gym, or of all together (null). */
export function figuresOf({ sums, people }: FigureRow, gymId: string | null) {
  const [now, before] = [true, false].map((current) => {
    const fits = (row: { gym_id: string | null; current: boolean }) => row.gym_id === gymId && row.current === current;
    return valuesOf(sums.find(fits), people.find(fits));
  }) as [Values, Values];
  const figure = (name: FigureName) => ({
    value: now[name],
    previous: before[name],
    change_percent: changeOf(now[name], before[name]),
    explanation: figureExplanations[name],
  });
  return {
    active_members: figure('active_members'),
    sessions: figure('sessions'),
    joins: figure('joins'),
    fill_rate: figure('fill_rate'),
    new_members: figure('new_members'),
    attendance_rate: figure('attendance_rate'),
  };
}

/** A point for every day, also where nothing happened. */
export function trendOf({ counts, active, fresh }: TrendRow, { from, to }: { from: string; to: string }) {
  const [countsOn, activeOn, freshOn] = [byDay(counts), byDay(active), byDay(fresh)];
  const points = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const { sessions = 0, joins = 0, spots = 0, confirmed = 0, attended = 0 } = countsOn.get(day) ?? {};
    points.push({
      day,
      ...{ sessions, joins, spots, confirmed, attended },
      active_members: activeOn.get(day)?.active_members ?? 0,
      new_members: freshOn.get(day)?.new_members ?? 0,
    });
  }
  return points;
}

const byDay = <T extends { day: string }>(rows: T[]) => new Map(rows.map((row) => [row.day, row]));

export function sharesOf({ types }: TypesRow) {
  const all = types.reduce((total, { sessions }) => total + sessions, 0);
  return types.map((type) => ({ ...type, share: percent(type.sessions, all) ?? 0 }));
}
