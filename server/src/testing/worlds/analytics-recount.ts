import { addDays, wallAt, weekdayOf } from '@spotter/contract/wall-clock.ts';
import type { Db } from '#platform/db/connect.ts';

export const types = ['cardio', 'strength', 'classes', 'flexibility', 'sports'] as const;

type Period = { from: string; to: string };
type Recount = Awaited<ReturnType<typeof readAll>>;

/** What figures are counted from, by each gym's own clock. */
export async function readAll(db: Db, organizationId: string) {
  const of = <T extends 'gyms' | 'sessions' | 'session_participants' | 'user_gyms'>(table: T) =>
    db
      .selectFrom(table as 'gyms')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .execute();
  const [gyms, sessions, participants, access] = await Promise.all([
    of('gyms'),
    db.selectFrom('sessions').selectAll().where('organization_id', '=', organizationId).execute(),
    db.selectFrom('session_participants').selectAll().where('organization_id', '=', organizationId).execute(),
    db.selectFrom('user_gyms').selectAll().where('organization_id', '=', organizationId).execute(),
  ]);
  const zoneOf = (gymId: string) => gyms.find(({ id }) => id === gymId)!.timezone;
  return {
    held: sessions
      .filter(({ status }) => status === 'active')
      .map((session) => ({
        ...wallAt(session.starts_at, zoneOf(session.gym_id)),
        gymId: session.gym_id,
        type: session.workout_type,
        spots: session.max_participants,
        people: participants.filter(({ session_id }) => session_id === session.id),
      })),
    access: access.map(({ user_id, gym_id, created_at }) => ({
      userId: user_id,
      gymId: gym_id,
      day: wallAt(created_at, zoneOf(gym_id)).day,
    })),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const rate = (part: number, whole: number) => (whole === 0 ? null : Math.round((1000 * part) / whole) / 10);
const change = (now: number | null, before: number | null) =>
  now === null || before === null || before === 0 ? null : Math.round((1000 * (now - before)) / before) / 10;

/** Every figure again, from the rows alone and in the simplest way. */
export function recount({ held, access }: Recount, gymIds: readonly string[], { from, to }: Period) {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  const before = { from: addDays(from, -days.length), to: addDays(from, -1) };
  const inside = (day: string, period: Period) => day >= period.from && day <= period.to;
  const heldIn = (period: Period, gyms = gymIds) =>
    held.filter(({ gymId, day }) => gyms.includes(gymId) && inside(day, period));
  const activeIn = (period: Period, gyms = gymIds) =>
    new Set(
      heldIn(period, gyms).flatMap(({ people }) => people.filter((p) => p.attended !== false).map((p) => p.user_id)),
    );
  const firstDays = (gyms: readonly string[]) => {
    const first = new Map<string, string>();
    for (const { userId, gymId, day } of access)
      if (gyms.includes(gymId) && day < (first.get(userId) ?? '9')) first.set(userId, day);
    return first;
  };
  const newIn = (period: Period, gyms = gymIds) =>
    [...firstDays(gyms)].filter(([, day]) => inside(day, period)).map(([userId]) => userId);
  const joinsOf = (sessions: typeof held) =>
    sum(sessions.flatMap(({ people }) => people.map((p) => 1 + p.guest_names.length)));
  const values = (period: Period, gyms = gymIds) => {
    const sessions = heldIn(period, gyms);
    const confirmed = sessions.flatMap(({ people }) => people.filter((p) => p.attended !== null));
    return {
      active_members: activeIn(period, gyms).size as number | null,
      sessions: sessions.length as number | null,
      joins: joinsOf(sessions) as number | null,
      fill_rate: rate(joinsOf(sessions), sum(sessions.map(({ spots }) => spots))),
      new_members: newIn(period, gyms).length as number | null,
      attendance_rate: rate(confirmed.filter((p) => p.attended).length, confirmed.length),
    };
  };
  const figures = (gyms = gymIds) => {
    const [now, past] = [values({ from, to }, gyms), values(before, gyms)];
    return Object.fromEntries(
      Object.entries(now).map(([name, value]) => {
        const previous = past[name as keyof typeof past];
        return [name, { value, previous, change_percent: change(value, previous) }];
      }),
    );
  };
  const monday = (day: string) => addDays(day, -weekdayOf(day));
  const weeks: string[] = [];
  for (let week = monday(from); week <= to; week = addDays(week, 7)) weeks.push(week);
  const weekOf = (week: string): Period => ({ from: week, to: addDays(week, 6) });
  const months = [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))];
  const monthOf = (month: string): Period => ({
    from: month,
    to: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10),
  });
  const activeAmong = (members: readonly string[], period: Period) => {
    const active = activeIn(period);
    return members.filter((member) => active.has(member)).length;
  };
  return {
    figures,
    before,
    trend: days.map((day) => {
      const period = { from: day, to: day };
      const sessions = heldIn(period);
      const confirmed = sessions.flatMap(({ people }) => people.filter((p) => p.attended !== null));
      return {
        day,
        sessions: sessions.length,
        joins: joinsOf(sessions),
        spots: sum(sessions.map(({ spots }) => spots)),
        confirmed: confirmed.length,
        attended: confirmed.filter((p) => p.attended).length,
        active_members: activeIn(period).size,
        new_members: newIn(period).length,
      };
    }),
    hours: Array.from({ length: 7 * 24 }, (_, index) => {
      const [weekday, hour] = [Math.floor(index / 24), index % 24];
      const sessions = heldIn({ from, to }).filter(
        ({ day, time }) => weekdayOf(day) === weekday && Number(time.slice(0, 2)) === hour,
      );
      return { weekday, hour, sessions: sessions.length, joins: joinsOf(sessions) };
    }).filter(({ sessions }) => sessions > 0),
    types: types
      .map((type) => {
        const sessions = heldIn({ from, to }).filter((session) => session.type === type);
        const share = rate(sessions.length, heldIn({ from, to }).length) ?? 0;
        return { workout_type: type, sessions: sessions.length, joins: joinsOf(sessions), share };
      })
      .filter(({ sessions }) => sessions > 0)
      .sort((a, b) => b.sessions - a.sessions || b.joins - a.joins || (a.workout_type < b.workout_type ? -1 : 1)),
    cohorts: weeks.map((week, index) => {
      const members = newIn(weekOf(week));
      const active_by_week = weeks.slice(index).map((later) => activeAmong(members, weekOf(later)));
      return { week, members: members.length, active_by_week };
    }),
    monthly: months.map((month, index) => {
      const members = newIn(monthOf(month));
      const active_by_month = months.slice(index).map((later) => activeAmong(members, monthOf(later)));
      return { month, members: members.length, active_by_month };
    }),
  };
}
