import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { fitnessLevels } from '@spotter/contract/users/fitness-levels.ts';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { readsOf } from '#platform/db/reads.ts';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { addCrowd } from '#testing/crowd.ts';
import { addSession } from '#testing/test-data.ts';
import { countTraining } from '#testing/training.ts';
import { runs } from '../../../../../scripts/property-runs.ts';
import { fitOf, inCommon, inOrder, type Matched, MOST_SEEN, SEEN } from './fit.policy.ts';
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
  /** On how many days the reader has seen the member without any action. */
  seen: fc.constantFrom(0, 0, 1, 2, 5, 10, 14),
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

const daysAgo = (days: number, hour: number) => {
  const moment = new Date(Date.now() - days * 86_400_000);
  moment.setUTCHours(hour, 0, 0, 0);
  return moment;
};

/** Gives each of a crowd a profile, in one statement. */
async function setProfiles(crowd: readonly CastMember[], members: readonly Drawn[]) {
  const rows = crowd.map(({ id }, index) => {
    const { hours: _, seen: __, is_new, ...profile } = members[index]!;
    return { ...profile, id, created_at: new Date(Date.now() - (is_new ? 3 : 300) * 86_400_000) };
  });
  await app().pool.query(
    `update users u set fitness_level = p.fitness_level, goals = p.goals, favourite_workouts = p.favourite_workouts,
      preferred_times = p.preferred_times, level_and_goals_shown_to = p.level_and_goals_shown_to,
      usual_times_shown_to = p.usual_times_shown_to, created_at = p.created_at
    from jsonb_to_recordset($1) p (id uuid, fitness_level text, goals text[], favourite_workouts text[], preferred_times text[],
      level_and_goals_shown_to text, usual_times_shown_to text, created_at timestamptz) where u.id = p.id`,
    [JSON.stringify(rows)],
  );
}

const CROWD = 300;
/** Of each gym, the lists of so many readers are compared. */
const READERS = 12;

/**
 * 300 members with six sessions a day, a dozen of them in each, so that hours, partners and workouts overlap in all ways; and
 * what the policy needs to know of each.
 */
async function fillGym() {
  const { db, cast, pool } = app();
  const organizationId = cast.organizations.ironHarbour;
  const crowd = await addCrowd(db, cast, CROWD);
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
  const pairs = crowd.map((one, index) => [one, crowd[(index + 5) % CROWD]!] as const);
  await db
    .insertInto('friendships')
    .values(
      pairs.map(([one, other]) => {
        const [user_low_id, user_high_id] = [one.id, other.id].sort() as [string, string];
        return { organization_id: organizationId, id: newId(), user_low_id, user_high_id };
      }),
    )
    .execute();
  const asked = (index: number) =>
    index % 2 === 0
      ? { status: 'accepted', answered_at: new Date() }
      : { created_at: new Date('2026-01-01'), declined_at: new Date('2026-01-02') };
  await db
    .insertInto('friend_requests')
    .values(
      pairs.flatMap(([one, other], index) =>
        index % 3 === 0
          ? [
              {
                organization_id: organizationId,
                id: newId(),
                sender_id: other.id,
                receiver_id: one.id,
                ...asked(index),
              },
            ]
          : [],
      ),
    )
    .execute();
  await countTraining(db, organizationId);
  const ids = crowd.map(({ id }) => id);
  const counted = new Map((await readCounted(db, organizationId, ids)).map((row) => [row.userId, row]));
  const friendsOf = new Map(ids.map((id) => [id, new Set<string>()]));
  for (const [one, other] of pairs) {
    friendsOf.get(one.id)!.add(other.id);
    friendsOf.get(other.id)!.add(one.id);
  }
  const { rows: trained } = await pool.query<{ one: string; other: string; together: number }>(
    `select a.user_id as one, b.user_id as other, count(*)::int as together from session_participants a
      join session_participants b on b.session_id = a.session_id and b.user_id <> a.user_id group by 1, 2`,
  );
  const together = new Map(trained.map(({ one, other, together: times }) => [`${one} ${other}`, times]));
  return { crowd, counted, friendsOf, together };
}

// One gym for all cases; each case gives its members other profiles, and asks other readers.
test('among 300 members the fit is the same from both sides, and the one of the policy', async () => {
  const { crowd, counted, friendsOf, together } = await fillGym();
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const drawn = fc.sample(member, { numRuns: CROWD, seed });
      await setProfiles(crowd, drawn);
      const matched = new Map<string, Matched>(
        crowd.map(({ id }, index) => {
          const { fitness_level: level, goals: own, usual_times_shown_to, level_and_goals_shown_to } = drawn[index]!;
          const shown = {
            showsTimes: usual_times_shown_to === 'everyone',
            showsGoals: level_and_goals_shown_to === 'everyone',
          };
          const row = counted.get(id)!;
          return [id, { facts: trainingFacts(row), openness: opennessOf(row), level, goals: own, ...shown }];
        }),
      );
      const policyFit = (one: string, other: string) => {
        const [a, b] = [matched.get(one)!, matched.get(other)!];
        const friends = [...friendsOf.get(one)!].filter((id) => friendsOf.get(other)!.has(id)).length;
        return fitOf(inCommon(a, b, { friends, together: together.get(`${one} ${other}`) ?? 0 }), a, b);
      };
      const readers = fc.sample(fc.shuffledSubarray(crowd, { minLength: READERS, maxLength: READERS }), {
        numRuns: 1,
        seed,
      })[0]!;
      const lists = await Promise.all(readers.map((reader) => suggestionsOn('2026-03-01', reader)));
      const fits = new Map(
        lists.flatMap((list, index) =>
          list.map(({ person, fit }) => [`${readers[index]!.id} ${person.id}`, fit] as const),
        ),
      );
      const wrong: unknown[] = [];
      let both = 0;
      for (const [pair, fit] of fits) {
        const [one, other] = pair.split(' ') as [string, string];
        if (!matched.has(other)) continue;
        const back = fits.get(`${other} ${one}`);
        if (back !== undefined) both++;
        // The policy stands for the other side where its list wasn't read.
        const expected = [policyFit(one, other), policyFit(other, one), back ?? fit];
        if (expected.some((one) => Math.abs(one - fit) > 1e-9)) wrong.push({ pair, fit, expected });
      }
      expect(wrong.slice(0, 3)).toEqual([]);
      expect(fits.size).toBeGreaterThan(READERS * (CROWD / 2));
      expect(both).toBeGreaterThan(READERS);
    }),
    runs(5),
  );
}, 60_000);

const SIZE = 9;
const days = Array.from({ length: 12 }, (_, day) => `2026-03-${String(day + 1).padStart(2, '0')}`);

/** Gives a crowd these profiles and sessions. */
async function setMembers(crowd: readonly CastMember[], members: readonly Drawn[]) {
  const { db, cast } = app();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('friend_suggestions').execute();
  await setProfiles(crowd, members);
  for (const [index, { hours }] of members.entries())
    for (const [day, hour] of hours.entries())
      await addSession(db, { gym: cast.gyms.barangaroo, host: crowd[index]!, starts_at: daysAgo(day + 2, hour) });
  await countTraining(db, cast.organizations.ironHarbour);
}

test('the list has the order that measurements compute in memory', async () => {
  const { db, cast } = app();
  const crowd = await addCrowd(db, cast, 16);
  const [reader] = crowd;
  await fc.assert(
    fc.asyncProperty(fc.array(member, { minLength: crowd.length, maxLength: crowd.length }), async (members) => {
      await setMembers(crowd, members);
      const seenOn = { first_shown_on: '2026-02-10', last_shown_on: '2026-02-28' };
      const shown = crowd.flatMap(({ id: suggested_id }, index) => {
        const { seen } = members[index]!;
        const pair = { organization_id: cast.organizations.ironHarbour, user_id: reader!.id, suggested_id };
        return seen === 0 || index === 0 ? [] : [{ ...pair, ...seenOn, shown_days: seen }];
      });
      if (shown.length > 0) await db.insertInto('friend_suggestions').values(shown).execute();
      const list = await suggestionsOn('2026-03-01', reader!);
      const seenOf = new Map(shown.map(({ suggested_id, shown_days }) => [suggested_id, shown_days]));
      const scored = list.map(({ person: { id }, fit, is_new: isNew }, place) => {
        const points = fit * SEEN ** Math.min(seenOf.get(id) ?? 0, MOST_SEEN);
        // Members of the same points take turns by day; here in the turn that the list gave them.
        return { id, isNew, points: Number(points.toFixed(6)) - place * 1e-9 };
      });
      const mixed = scored.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      expect(inOrder(mixed).map(({ id }) => id)).toEqual(list.map(({ person }) => person.id));
      expect(list.length).toBeGreaterThanOrEqual(crowd.length - 1);
    }),
    runs(6),
  );
});

test('members of the same fit take turns by day, newcomers have their share, and a "not for me" never comes back', async () => {
  const { db, cast } = app();
  const crowd = await addCrowd(db, cast, SIZE);
  const organization_id = cast.organizations.ironHarbour;
  await fc.assert(
    fc.asyncProperty(fc.array(member, { minLength: SIZE, maxLength: SIZE }), async (members) => {
      await setMembers(crowd, members);

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
