import { beforeEach } from 'vitest';
import { readSuggestions } from '#features/friends/suggestions/suggestions.read.ts';
import { readsOf } from '#platform/db/reads.ts';
import type { useTestApp } from './app.ts';
import type { CastMember } from './cast.ts';
import { addSession } from './test-data.ts';
import { countTraining } from './training.ts';

/** Common steps of suggestion tests, with members of whom nothing is known yet. */
export function useSuggestions(app: ReturnType<typeof useTestApp>) {
  beforeEach(async () => {
    const { db } = app();
    await db.deleteFrom('sessions').execute();
    await db.deleteFrom('friend_requests').execute();
    await db.deleteFrom('friend_suggestions').execute();
    await db
      .updateTable('users')
      .set({
        created_at: new Date('2026-01-01'),
        fitness_level: null,
        goals: [],
        favourite_workouts: [],
        preferred_times: [],
      })
      .execute();
  });

  const suggestedTo = async (person: CastMember, query = {}) => {
    await countTraining(app().db, person.organizationId!);
    return (await (await app().as(person)).listFriendSuggestions({ query })).body;
  };
  const reasons = async (person: CastMember) =>
    (await suggestedTo(person)).results.map(({ person: { first_name }, reason }) => [first_name, reason]);

  /** A session this many days ago at an hour in Sydney, which was 11 hours ahead of UTC on all of these days. */
  function trained(host: CastMember, others: CastMember[], days: number, hour: number, more = {}) {
    const starts_at = new Date(Date.now() - days * 86_400_000);
    starts_at.setUTCHours(0, 0, 0, 0);
    const offset = new Intl.DateTimeFormat('en', { timeZone: 'Australia/Sydney', timeZoneName: 'longOffset' })
      .formatToParts(starts_at)
      .find(({ type }) => type === 'timeZoneName')?.value;
    starts_at.setUTCHours(hour - Number(/\+(\d+)/.exec(offset ?? '')?.[1]));
    const { db, cast } = app();
    return addSession(db, { gym: cast.gyms.barangaroo, host, with: others, starts_at, ...more });
  }
  const fitOf = async (reader: CastMember, other: CastMember) => {
    const { db, cast } = app();
    const organizationId = cast.organizations.ironHarbour;
    await countTraining(db, organizationId);
    const page = { today: new Date().toISOString().slice(0, 10), limit: 100, offset: 0 };
    const found = await readSuggestions(
      readsOf(db),
      { organizationId, userId: reader.id, gymIds: [cast.gyms.barangaroo], currentGymId: cast.gyms.barangaroo },
      page,
    );
    return found.results.find(({ person }) => person.id === other.id)?.fit;
  };
  const set = (person: CastMember, values: object) =>
    app().db.updateTable('users').set(values).where('id', '=', person.id).execute();

  return { suggestedTo, reasons, trained, fitOf, set };
}
