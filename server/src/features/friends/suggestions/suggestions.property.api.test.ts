import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { fitnessLevels } from '@spotter/contract/users/fitness-levels.ts';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { readsOf } from '#platform/db/reads.ts';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addCrowd } from '#testing/crowd.ts';
import { addSession } from '#testing/things.ts';
import { countTraining } from '#testing/training.ts';
import { runs } from '../../../../../scripts/property-runs.ts';
import { fitOf, inCommon, type Matched } from './fit.policy.ts';
import { readSuggestions } from './suggestions.read.ts';
import { opennessOf, trainingFacts } from './training-facts.policy.ts';
import { readCounted } from './training-facts.repo.ts';

const app = useTestApp();

beforeEach(async () => {
  const { db } = app();
  for (const table of ['sessions', 'friend_suggestions', 'friend_requests', 'friendships'] as const)
    await db.deleteFrom(table).execute();
});

const goals = ['Get stronger', 'Meet people', 'First pull-up'];
const shownTo = fc.constantFrom('everyone', 'everyone', 'everyone', 'friends', 'nobody');
const member = fc.record({
  fitness_level: fc.constantFrom(...fitnessLevels, null),
  goals: fc.subarray(goals),
  favourite_workouts: fc.subarray(['strength', 'cardio', 'sports']),
  preferred_times: fc.subarray(['morning', 'evening', 'weekend']),
  level_and_goals_shown_to: shownTo,
  usual_times_shown_to: shownTo,
  is_new: fc.boolean(),
  /** Sessions by hour of the day, each on another day. */
  hours: fc.array(fc.constantFrom(7, 8, 18, 19), { maxLength: 5 }),
});
type Drawn = typeof member extends fc.Arbitrary<infer T> ? T : never;

async function suggestionsOn(today: string, reader: CastMember) {
  const { db, cast } = app();
  const gymIds = [cast.gyms.barangaroo];
  const organizationId = cast.organizations.ironHarbour;
  const page = { today, limit: 500, offset: 0 };
  return (await readSuggestions(readsOf(db), { organizationId, userId: reader.id, gymIds, currentGymId: null }, page))
    .results;
}

async function setProfile({ id }: CastMember, { hours: _, is_new, ...values }: Drawn) {
  const created_at = new Date(Date.now() - (is_new ? 3 : 300) * 86_400_000);
  await app()
    .db.updateTable('users')
    .set({ ...values, created_at })
    .where('id', '=', id)
    .execute();
}

const daysAgo = (days: number, hour: number) => {
  const moment = new Date(Date.now() - days * 86_400_000);
  moment.setUTCHours(hour, 0, 0, 0);
  return moment;
};

test('among 300 members the fit is the same from both sides, and the one of the policy', async () => {
  const { db, cast } = app();
  const organizationId = cast.organizations.ironHarbour;
  const crowd = await addCrowd(db, cast, 300);
  const drawn = fc.sample(member, { numRuns: crowd.length, seed: 7 });
  await Promise.all(crowd.map((person, index) => setProfile(person, drawn[index]!)));
  // Six sessions a day with a dozen of them each, so that hours, partners and workouts overlap in all ways.
  for (let session = 0; session < 120; session++) {
    const some = crowd.filter((_, index) => (index * 7 + session * 13) % 29 === 0);
    await addSession(db, {
      gym: cast.gyms.barangaroo,
      host: some[0]!,
      with: some.slice(1),
      max_participants: 50,
      starts_at: daysAgo(2 + (session % 20), [6, 7, 12, 17, 18, 20][Math.floor(session / 20)]!),
      workout_type: workoutKinds[session % 5]!,
    });
  }
  const pairs = crowd.flatMap((one, index) => [[one, crowd[(index + 5) % 300]!] as const]);
  await db
    .insertInto('friendships')
    .values(
      pairs.map(([one, other]) => {
        const [user_low_id, user_high_id] = [one.id, other.id].sort() as [string, string];
        return { organization_id: organizationId, id: newId(), user_low_id, user_high_id };
      }),
    )
    .execute();
  await db
    .insertInto('friend_requests')
    .values(
      crowd.flatMap((one, index) =>
        index % 3 === 0
          ? [
              {
                organization_id: organizationId,
                id: newId(),
                sender_id: crowd[(index + 5) % 300]!.id,
                receiver_id: one.id,
                ...(index % 2 === 0
                  ? { status: 'accepted', answered_at: new Date() }
                  : { created_at: new Date('2026-01-01'), declined_at: new Date('2026-01-02') }),
              },
            ]
          : [],
      ),
    )
    .execute();
  await countTraining(db, organizationId);

  const counted = await readCounted(
    db,
    organizationId,
    crowd.map(({ id }) => id),
  );
  const matched = new Map<string, Matched>(
    counted.map((row) => {
      const { fitness_level, goals: own, ...profile } = drawn[crowd.findIndex(({ id }) => id === row.userId)]!;
      return [
        row.userId,
        {
          facts: trainingFacts(row),
          openness: opennessOf(row),
          level: fitness_level,
          goals: own,
          showsTimes: profile.usual_times_shown_to === 'everyone',
          showsGoals: profile.level_and_goals_shown_to === 'everyone',
        },
      ];
    }),
  );
  const friendsOf = new Map(crowd.map(({ id }) => [id, new Set<string>()]));
  for (const [one, other] of pairs) {
    friendsOf.get(one.id)!.add(other.id);
    friendsOf.get(other.id)!.add(one.id);
  }
  const { rows: trained } = await app().pool.query<{ one: string; other: string; together: number }>(
    `select a.user_id as one, b.user_id as other, count(*)::int as together from session_participants a
      join session_participants b on b.session_id = a.session_id and b.user_id <> a.user_id group by 1, 2`,
  );
  const together = new Map(trained.map(({ one, other, together: times }) => [`${one} ${other}`, times]));

  const fits = new Map<string, number>();
  const lists = await Promise.all(crowd.map((person) => suggestionsOn('2026-03-01', person)));
  for (const [index, list] of lists.entries())
    for (const { person, fit } of list) fits.set(`${crowd[index]!.id} ${person.id}`, fit);
  let both = 0;
  const wrong: unknown[] = [];
  for (const [pair, fit] of fits) {
    const [one, other] = pair.split(' ') as [string, string];
    const back = fits.get(`${other} ${one}`);
    if (back !== undefined) {
      both++;
      if (back !== fit) wrong.push({ pair, fit, back });
    }
    const [a, b] = [matched.get(one), matched.get(other)];
    if (!a || !b) continue;
    const friends = [...friendsOf.get(one)!].filter((id) => friendsOf.get(other)!.has(id)).length;
    const common = inCommon(a, b, { friends, together: together.get(pair) ?? 0 });
    if (Math.abs(fit - fitOf(common, a, b)) > 1e-9) wrong.push({ pair, fit, common });
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(both).toBeGreaterThan(20_000);
}, 60_000);

const SIZE = 9;
const days = Array.from({ length: 12 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`);

test('members of the same fit take turns by day, newcomers have their share, and a "not for me" never comes back', async () => {
  const { db, cast } = app();
  const crowd = await addCrowd(db, cast, SIZE);
  const organization_id = cast.organizations.ironHarbour;
  await fc.assert(
    fc.asyncProperty(fc.array(member, { minLength: SIZE, maxLength: SIZE }), async (members) => {
      await db.deleteFrom('sessions').execute();
      await db.deleteFrom('friend_suggestions').execute();
      for (const [index, values] of members.entries()) {
        const person = crowd[index]!;
        await setProfile(person, values);
        for (const [day, hour] of values.hours.entries())
          await addSession(db, { gym: cast.gyms.barangaroo, host: person, starts_at: daysAgo(day + 2, hour) });
      }
      await countTraining(db, organization_id);

      // The same all day; on another day those of the same fit have changed places.
      const reader = crowd[0]!;
      const lists = await Promise.all(days.map((day) => suggestionsOn(day, reader)));
      const orders = lists.map((list) => list.map(({ person }) => person.id).join());
      expect((await suggestionsOn(days[0]!, reader)).map(({ person }) => person.id).join()).toBe(orders[0]);
      const kinds = lists[0]!.map(({ fit, is_new }) => `${fit} ${is_new}`);
      if (new Set(kinds).size < kinds.length - 1) expect(new Set(orders).size).toBeGreaterThan(1);

      // A newcomer is third at the latest, and every tenth from there on, as long as there are any.
      for (const list of lists) {
        const newcomers = list.filter(({ is_new }) => is_new).length;
        for (const [index] of list.entries()) {
          const among = list.slice(0, index + 1).filter(({ is_new }) => is_new).length;
          expect(among).toBeGreaterThanOrEqual(Math.min(newcomers, Math.floor((index + 8) / 10)));
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
