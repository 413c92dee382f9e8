import { timeWords } from '@spotter/contract/time-words.ts';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, expect } from 'vitest';
import type { Db } from '#platform/db/connect.ts';
import type { useTestApp } from './app.ts';
import type { CastMember } from './cast.ts';
import type { Client } from './client.ts';
import { dayFromNow, openDaily } from './hours.ts';

const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The weekday of a day, or of one this many days later, as a rule writes it. */
export const weekdayCode = (day: string, later = 0): string =>
  codes[(Temporal.PlainDate.from(day).dayOfWeek - 1 + later) % 7]!;

/** 'Tue 24 Nov', as notifications write a day without a language preference. */
export const dateInWords = (wall: string): string => timeWords('en-AU').date(wall.slice(0, 10));

/** A time on the same weekday, week after week. */
export const weekly = (day: string, time: string, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, week) => `${Temporal.PlainDate.from(day).add({ weeks: week })}T${time}`);

/** All sessions, soonest first, in Sydney's time. */
export async function timetableOf(db: Db) {
  const sessions = await db
    .selectFrom('sessions')
    .select([
      'id',
      'series_id',
      'starts_at',
      'title',
      'status',
      'max_participants',
      'duration_minutes',
      'occurrence_on',
    ])
    .orderBy('starts_at')
    .execute();
  return sessions.map((session) => ({
    ...session,
    local: Temporal.Instant.fromEpochMilliseconds(session.starts_at.getTime())
      .toZonedDateTimeISO('Australia/Sydney')
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' }),
  }));
}

type Body = Parameters<Client['createSession']>[0]['body'];

/** Common steps of series tests, at a gym that is open from 6 to 22. */
export function useSeries(app: ReturnType<typeof useTestApp>) {
  const here = () => ({ organizationId: app().cast.organizations.ironHarbour, gymId: app().cast.gyms.barangaroo });
  const first = () => dayFromNow(2);

  const usual = (): Body => ({
    title: 'Leg day',
    workout_type: 'strength',
    start_time: `${first()}T18:00`,
    repeat_rule: `FREQ=WEEKLY;BYDAY=${weekdayCode(first())}`,
  });
  const make = async (body: Partial<Body> = {}, person: CastMember = app().cast.ana) =>
    (await app().as(person)).createSession({ body: { ...usual(), ...body } });
  const made = async (body: Partial<Body> = {}, person?: CastMember) => {
    const { status, body: session, error } = await make(body, person);
    expect([status, error.code]).toEqual([201, undefined]);
    return session;
  };
  const timetable = () => timetableOf(app().db);
  const locals = async () => (await timetable()).filter(({ status }) => status === 'active').map(({ local }) => local);
  const seriesRows = () =>
    app()
      .db.selectFrom('session_series')
      .select(['id', 'rrule', 'ended_at', 'title', 'made_until'])
      .orderBy('id')
      .execute();
  beforeEach(async () => {
    const { db } = app();
    for (const table of ['sessions', 'session_series', 'notifications', 'live_events', 'schedule_overrides'] as const)
      await db.deleteFrom(table).execute();
    await openDaily(db, { ...here(), opens: '06:00', closes: '22:00' });
  });

  return { here, first, make, made, timetable, locals, seriesRows };
}
