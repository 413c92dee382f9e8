import { beforeEach } from 'vitest';
import type { useTestApp } from './app.ts';
import type { CastMember } from './cast.ts';
import { openDaily } from './hours.ts';
import { addSession } from './test-data.ts';

/** Common steps of proposal tests, at a gym whose clock is UTC. */
export function useProposals(app: ReturnType<typeof useTestApp>) {
  /** An hour of the day after tomorrow, in the gym's time; the gym is open from 6 to 22. */
  const at = (hour: number, minute = 0) => {
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    return `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00.000Z`;
  };
  const add = (more: Partial<Parameters<typeof addSession>[1]> = {}) => {
    const { cast, db } = app();
    const starts_at = new Date(at(17));
    return addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben], starts_at, ...more });
  };
  const propose = async (person: CastMember, id: string, proposed_time: string, message = '') =>
    (await app().as(person)).createProposal({ params: { id }, body: { proposed_time, message } });
  const answer = async (person: CastMember, how: 'accept' | 'reject', id: string, proposalId: string) => {
    const client = await app().as(person);
    const input = { params: { id, proposalId } };
    return how === 'accept' ? client.acceptProposal(input) : client.rejectProposal(input);
  };
  const counter = async (person: CastMember, id: string, proposalId: string, proposed_time: string) =>
    (await app().as(person)).counterProposal({ params: { id, proposalId }, body: { proposed_time, message: '' } });
  const listed = async (person: CastMember, id: string) =>
    (await (await app().as(person)).listProposals({ params: { id } })).body.results;
  const startOf = async (id: string) =>
    (await app().db.selectFrom('sessions').select('starts_at').where('id', '=', id).executeTakeFirstOrThrow())
      .starts_at;
  const titles = async (person: CastMember) =>
    (await (await app().as(person)).listNotifications()).body.results.map(({ title }) => title);
  const told = async (type: string) =>
    (await app().db.selectFrom('live_events').select(['data', 'user_ids']).where('type', '=', type).execute()).map(
      ({ data, user_ids }) => ({
        ...(data as { proposal: { id: string; status: string } }).proposal,
        to: user_ids?.toSorted(),
      }),
    );
  const invite = (person: CastMember, session_id: string) =>
    app()
      .db.insertInto('session_invites')
      .values({
        organization_id: app().cast.organizations.ironHarbour,
        session_id,
        user_id: person.id,
        invited_by: app().cast.ana.id,
      })
      .execute();

  beforeEach(async () => {
    const { db, cast } = app();
    for (const table of ['sessions', 'notifications', 'live_events'] as const) await db.deleteFrom(table).execute();
    await db.updateTable('gyms').set({ timezone: 'UTC' }).where('id', '=', cast.gyms.barangaroo).execute();
    const gym = { organizationId: cast.organizations.ironHarbour, gymId: cast.gyms.barangaroo };
    await openDaily(db, { ...gym, opens: '06:00', closes: '22:00' });
  });

  return { at, add, propose, answer, counter, listed, startOf, titles, told, invite };
}
