import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import type { useTestApp } from '../app.ts';
import type { CastMember } from '../cast.ts';
import type { Client } from '../client.ts';
import { useSeries, weekdayCode } from '../series.ts';

type Body = NonNullable<Parameters<Client['updateSession']>[0]['body']>;

/** Common steps of tests that change how a session repeats. */
export function useSeriesChanges(app: ReturnType<typeof useTestApp>) {
  const series = useSeries(app);
  const { first, timetable } = series;
  const send = async (id: string, body: Body) =>
    (await app().as(app().cast.ana)).updateSession({ params: { id }, body });
  const change = async (id: string, body: Body) => {
    const answer = await send(id, body);
    expect([answer.status, answer.error.code]).toEqual([200, undefined]);
    return answer.body;
  };
  const refused = async (id: string, body: Body) => {
    const { status, error } = await send(id, body);
    return [status, error.code, Object.keys(error.details ?? {})];
  };
  const join = async (person: CastMember, id: string, scope: 'this' | 'all' = 'all') =>
    expect((await (await app().as(person)).joinSession({ params: { id }, body: { scope } })).status).toBe(200);
  const told = async (person: CastMember) =>
    (await (await app().as(person)).listNotifications()).body.results.map(({ title, body }) => [title, body]);
  const forget = () => app().db.deleteFrom('notifications').execute();
  const peopleIn = async (id: string) => {
    const { cast, db } = app();
    const rows = await db.selectFrom('session_participants').select('user_id').where('session_id', '=', id).execute();
    const names = Object.entries(cast).flatMap(([name, one]) =>
      rows.some(({ user_id }) => 'id' in one && one.id === user_id) ? [name] : [],
    );
    return names.toSorted();
  };
  const day = (week: number, more = 0) => `${Temporal.PlainDate.from(first()).add({ days: 7 * week + more })}`;
  /** The series' weekday, or one this many days later. */
  const on = (...later: number[]) => later.map((days) => weekdayCode(first(), days)).join(',');
  const active = async () => (await timetable()).filter(({ status }) => status === 'active');
  /** Several weekdays, in the order of their days. */
  const overDays = (...locals: string[][]) => locals.flat().toSorted();

  return { ...series, send, change, refused, join, told, forget, peopleIn, day, on, active, overDays };
}
