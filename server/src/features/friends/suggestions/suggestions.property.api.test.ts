import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readsOf } from '#platform/db/reads.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addCrowd } from '#testing/crowd.ts';
import { addSession } from '#testing/things.ts';
import { runs } from '../../../../../scripts/property-runs.ts';
import { readSuggestions } from './suggestions.read.ts';

const app = useTestApp();

const goals = ['Get stronger', 'Meet people', 'First pull-up'];
const shownTo = fc.constantFrom('everyone', 'everyone', 'everyone', 'friends', 'nobody');
const member = fc.record({
  fitness_level: fc.constantFrom('beginner', 'advanced', null),
  goals: fc.subarray(goals),
  favourite_workouts: fc.subarray(['strength', 'cardio', 'sports']),
  preferred_times: fc.subarray(['morning', 'evening', 'weekend']),
  level_and_goals_shown_to: shownTo,
  usual_times_shown_to: shownTo,
  is_new: fc.boolean(),
  /** Sessions by hour of the day, each on another day. */
  hours: fc.array(fc.constantFrom(7, 8, 18, 19), { maxLength: 5 }),
  reasons: fc.subarray(['hours', 'level', 'goals', 'workouts', 'friends', 'together']),
  acted: fc.boolean(),
});
const SIZE = 9;
const days = Array.from({ length: 12 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`);

async function suggestionsOn(today: string, reader: CastMember) {
  const { db, cast } = app();
  const gymIds = [cast.gyms.barangaroo];
  const organizationId = cast.organizations.ironHarbour;
  const page = { today, limit: 100, offset: 0 };
  return (await readSuggestions(readsOf(db), { organizationId, userId: reader.id, gymIds, currentGymId: null }, page))
    .results;
}

test('suit both people alike, rotate by day, give newcomers their share, and never bring back a "not for me"', async () => {
  const { db, cast } = app();
  const crowd = await addCrowd(db, cast, SIZE);
  const organization_id = cast.organizations.ironHarbour;
  await fc.assert(
    fc.asyncProperty(fc.array(member, { minLength: SIZE, maxLength: SIZE }), async (members) => {
      await db.deleteFrom('sessions').execute();
      await db.deleteFrom('friend_suggestions').execute();
      for (const [index, { hours, is_new, reasons, acted, ...values }] of members.entries()) {
        const person = crowd[index]!;
        const created_at = new Date(Date.now() - (is_new ? 3 : 300) * 86_400_000);
        await db
          .updateTable('users')
          .set({ ...values, created_at })
          .where('id', '=', person.id)
          .execute();
        for (const [day, hour] of hours.entries()) {
          const starts_at = new Date(Date.now() - (day + 2) * 86_400_000);
          starts_at.setUTCHours(hour, 0, 0, 0);
          await addSession(db, { gym: cast.gyms.barangaroo, host: person, starts_at });
        }
        // What they did with earlier suggestions, as everyone's taste counts.
        const suggested = { organization_id, user_id: person.id, suggested_id: cast.olga.id, reasons };
        const [first_shown_on, last_shown_on] = ['2026-01-01', '2026-01-09'];
        await db
          .insertInto('friend_suggestions')
          .values({ ...suggested, first_shown_on, last_shown_on, shown_days: 5, acted_on: acted ? '2026-01-09' : null })
          .execute();
      }
      const everyone = await Promise.all(crowd.map((person) => suggestionsOn(days[0]!, person)));

      // The fit of two people is the same, whoever of them reads it.
      for (const [one, list] of everyone.entries())
        for (const { person, fit } of list) {
          const other = crowd.findIndex(({ id }) => id === person.id);
          if (other < 0) continue;
          const back = everyone[other]!.find(({ person: { id } }) => id === crowd[one]!.id);
          expect(back?.fit).toBe(fit);
        }

      // The same all day; on another day those of about the same fit have changed places.
      const reader = crowd[0]!;
      const lists = await Promise.all(days.map((day) => suggestionsOn(day, reader)));
      const orders = lists.map((list) => list.map(({ person }) => person.id).join());
      expect((await suggestionsOn(days[0]!, reader)).map(({ person }) => person.id).join()).toBe(orders[0]);
      const levels = lists[0]!.map(({ fit, is_new }) => `${Math.ceil(fit / 10)} ${is_new}`);
      if (new Set(levels).size < levels.length - 1) expect(new Set(orders).size).toBeGreaterThan(1);

      // A newcomer is third at the latest, and every fifth from there on, as long as there are any.
      for (const list of lists) {
        const newcomers = list.filter(({ is_new }) => is_new).length;
        for (const [index] of list.entries()) {
          const among = list.slice(0, index + 1).filter(({ is_new }) => is_new).length;
          expect(among).toBeGreaterThanOrEqual(Math.min(newcomers, Math.floor((index + 3) / 5)));
        }
      }

      // "Not for me" holds on every day and for both.
      const dismissed = crowd[1]!;
      const day = { first_shown_on: days[0]!, last_shown_on: days[0]!, dismissed_on: days[0]! };
      await db
        .insertInto('friend_suggestions')
        .values({ organization_id, user_id: reader.id, suggested_id: dismissed.id, ...day })
        .execute();
      for (const today of days) {
        const seen = await Promise.all([suggestionsOn(today, reader), suggestionsOn(today, dismissed)]);
        const ids = seen.map((list) => list.map(({ person }) => person.id));
        expect([ids[0]!.includes(dismissed.id), ids[1]!.includes(reader.id)]).toEqual([false, false]);
      }
    }),
    runs(4),
  );
});
