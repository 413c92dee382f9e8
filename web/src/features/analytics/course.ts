import type { Point } from './analytics.queries.ts';
import type { FigureName } from './words.ts';

const sumOf = (points: readonly Point[], name: Exclude<keyof Point, 'day'>) =>
  points.reduce((total, point) => total + point[name], 0);
const shareOf = (part: number, whole: number) => (whole > 0 ? (100 * part) / whole : null);

/** A figure on some days together. People on several days can't be added up, so of them it is the average. */
const figureOn: Record<FigureName, (points: readonly Point[]) => number | null> = {
  active_members: (points) => sumOf(points, 'active_members') / points.length,
  sessions: (points) => sumOf(points, 'sessions'),
  joins: (points) => sumOf(points, 'joins'),
  fill_rate: (points) => shareOf(sumOf(points, 'joins'), sumOf(points, 'spots')),
  new_members: (points) => sumOf(points, 'new_members'),
  attendance_rate: (points) => shareOf(sumOf(points, 'attended'), sumOf(points, 'confirmed')),
};

/** From here on a point is the week up to it: gyms have quiet Sundays, which would make every line a saw. */
const WEEKS_FROM = 14;

/** A figure through the period, for its sparkline. */
export function courseOf(name: FigureName, trend: readonly Point[]): (number | null)[] {
  if (trend.length < WEEKS_FROM) return trend.map((point) => figureOn[name]([point]));
  return trend.slice(6).map((_, index) => figureOn[name](trend.slice(index, index + 7)));
}
