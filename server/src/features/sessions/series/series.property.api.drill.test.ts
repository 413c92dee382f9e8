import { addDays } from '@spotter/contract/wall-clock.ts';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import type { Client } from '#testing/client.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { timetableOf, weekdayCode } from '#testing/series.ts';
import { runs } from '../../../../../scripts/property-runs.ts';
import { daysOf, storedRule } from './series-rule.policy.ts';

const app = useTestApp();
beforeEach(() =>
  openDaily(app().db, { organizationId: app().cast.organizations.ironHarbour, gymId: app().cast.gyms.barangaroo }),
);

type Scope = 'this' | 'following' | 'all';
type Step = { what: 'title' | 'hour' | 'day' | 'cancel'; scope: Scope; which: number; amount: number };

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('title', 'title', 'hour', 'hour', 'day', 'cancel'),
  scope: fc.constantFrom('this', 'following', 'all'),
  which: fc.nat(20),
  amount: fc.integer({ min: 1, max: 6 }),
});

/** A simple second implementation of the series rules in docs/sessions.md. */
type Line = { title: string; clock: string; days: Set<string> };
type Known = { id: string; on: string; local: string; title: string; line: Line };

const clockOf = (local: string) => local.slice(11);
const dayOf = (local: string) => local.slice(0, 10);

/** Applies a step to the model; false when the server must refuse it. */
function apply(known: Known[], target: Known, step: Step, value: string): Known[] | false {
  const { line } = target;
  const siblings = known.filter((one) => one.line === line);
  const inScope =
    step.scope === 'this' ? [target] : siblings.filter((one) => step.scope === 'all' || one.on >= target.on);
  if (step.what === 'cancel') return known.filter((one) => !inScope.includes(one));
  if (step.what === 'day' && step.scope !== 'this' && line.days.has(weekdayCode(target.on, step.amount))) return false;
  const old = weekdayCode(target.on);
  const next: Line = { ...line, days: new Set(line.days) };
  if (step.what === 'title') next.title = value;
  // Setting the current hour is no change.
  if (step.what === 'hour' && value !== clockOf(target.local)) next.clock = value;
  if (step.what === 'day') {
    next.days.delete(old);
    next.days.add(weekdayCode(target.on, step.amount));
  }
  const changed = (one: Known): Known => {
    const like = one.local === `${one.on}T${line.clock}`;
    const shifts = step.what === 'day' && weekdayCode(one.on) === old;
    const on = shifts ? addDays(one.on, step.amount) : one.on;
    const title = step.what === 'title' && (one === target || one.title === line.title) ? value : one.title;
    let local = like ? `${on}T${next.clock}` : one.local;
    if (one === target && step.what === 'hour') local = `${dayOf(one.local)}T${value}`;
    if (one === target && step.what === 'day')
      local = `${addDays(dayOf(one.local), step.amount)}T${clockOf(one.local)}`;
    return { ...one, title, local, on, line: next };
  };
  const alone = (one: Known): Known => ({ ...changed(one), on: one.on, line });
  return known.map((one) => (inScope.includes(one) ? (step.scope === 'this' ? alone(one) : changed(one)) : one));
}

test('any history of changes leaves a series as its rules require, and able to continue', async () => {
  const { cast, db } = app();
  const ana = await app().as(cast.ana);
  const begins = dayFromNow(2);
  const call = async ({ what, scope }: Step, { id, local }: Known, value: string) => {
    const params = { id };
    if (what === 'cancel') return (await ana.cancelSession({ params, query: { scope } })).status;
    const body: NonNullable<Parameters<Client['updateSession']>[0]['body']> = { scope };
    if (what === 'title') body.title = value;
    if (what === 'hour') body.start_time = `${dayOf(local)}T${value}`;
    if (what === 'day') body.start_time = `${value}T${clockOf(local)}`;
    return (await ana.updateSession({ params, body })).status;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), fc.boolean(), async (steps, twice) => {
      for (const table of ['sessions', 'session_series'] as const) await db.deleteFrom(table).execute();
      const days = [weekdayCode(begins), ...(twice ? [weekdayCode(begins, 3)] : [])];
      const { status } = await ana.createSession({
        body: {
          title: 'Leg day',
          workout_type: 'strength',
          start_time: `${begins}T12:00`,
          repeat_rule: `FREQ=WEEKLY;BYDAY=${days.join(',')};COUNT=9`,
        },
      });
      expect(status).toBe(201);
      const line: Line = { title: 'Leg day', clock: '12:00', days: new Set(days) };
      let known: Known[] = (await timetableOf(db)).map(({ id, occurrence_on, local, title }) => ({
        id,
        on: occurrence_on!,
        local,
        title,
        line,
      }));
      for (const [index, one] of steps.entries()) {
        const target = known[one.which % Math.max(1, known.length)];
        if (!target) break;
        const hour = `${String(6 + one.amount * 2).padStart(2, '0')}:00`;
        const value = { title: `Title ${index}`, hour, day: addDays(dayOf(target.local), one.amount), cancel: '' }[
          one.what
        ];
        const after = apply(known, target, one, value);
        expect(await call(one, target, value)).toBe(after === false ? 400 : one.what === 'cancel' ? 204 : 200);
        known = after || known;
        const shown = (list: { id: string; on: string; local: string; title: string }[]) =>
          list.map(({ id, on, local, title }) => `${id} ${on} ${local} ${title}`).toSorted();
        const rows = (await timetableOf(db)).filter(({ status }) => status === 'active');
        expect(shown(rows.map((row) => ({ ...row, on: row.occurrence_on! })))).toEqual(shown(known));
      }
      // A continuing series stays on its days and within its count.
      const series = await db
        .selectFrom('session_series')
        .select((eb) => ['id', 'rrule', eb.cast<string>('starts_local', 'text').as('starts')])
        .where('ended_at', 'is', null)
        .execute();
      for (const { id, rrule, starts } of series) {
        const first = starts.slice(0, 10);
        const rule = storedRule(rrule);
        const given = daysOf({ ...rule, count: null }, first, { from: first, to: addDays(first, 400) });
        const there = (await timetableOf(db)).filter(
          ({ series_id, status }) => series_id === id && status === 'active',
        );
        expect(given).toEqual(expect.arrayContaining(there.map(({ occurrence_on }) => occurrence_on)));
        expect(rule.count).toBeGreaterThanOrEqual(there.length);
        expect(rule.count).toBeLessThanOrEqual(9);
      }
    }),
    runs(4),
  );
});
