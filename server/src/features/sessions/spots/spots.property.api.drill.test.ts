import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createMailTransport } from '#platform/mail-transport.ts';
import { createPushSender } from '#platform/push/push.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import type { Client } from '#testing/client.ts';
import { addCrowd, zoneWhereItIs } from '#testing/crowd.ts';
import { addSession } from '#testing/test-data.ts';
import { runs } from '../../../../../scripts/property-runs.ts';
import { advanceWaitlists } from '../offers/offers.service.ts';

const app = useTestApp();

const CROWD = 7;
let crowd: CastMember[] = [];
let people: Client[] = [];
let olga: Client;
beforeAll(async () => {
  const { db, cast } = app();
  crowd = await addCrowd(db, cast, CROWD);
  people = await Promise.all([cast.ana, ...crowd].map((person) => app().as(person)));
  olga = await app().as(cast.olga);
});

const deeds = ['join', 'leave', 'wait', 'accept', 'letGo'] as const;
type Deed =
  | { who: number; what: (typeof deeds)[number] }
  | { who: number; what: 'guests'; guests: number }
  | { what: 'limit'; limit: number }
  | { what: 'spots'; spots: number }
  | { what: 'expire' | 'job' | 'cancel' };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ who: fc.nat(CROWD), what: fc.constantFrom(...deeds) }) },
  {
    weight: 5,
    arbitrary: fc.record({ who: fc.nat(CROWD), what: fc.constant('guests' as const), guests: fc.nat(2) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('limit' as const), limit: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('spots' as const), spots: fc.integer({ min: 2, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constantFrom('expire' as const, 'job' as const) }) },
);
/** Concurrent batches of actions, one after the other; sometimes the session is cancelled at the end. */
const history = fc.record({
  spots: fc.integer({ min: 2, max: 4 }),
  waiting: fc.integer({ min: 0, max: 3 }),
  night: fc.boolean(),
  moments: fc.array(fc.array(deed, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 }),
  cancelled: fc.boolean(),
});

async function does(id: string, deed: Deed): Promise<number> {
  const { db, pool } = app();
  const params = { id };
  const runs = async () => {
    const { connection, log, config, files } = app();
    const mail = createMailTransport(config);
    const push = createPushSender(config);
    const ctx = { db, inside: connection.inside, databaseUrl: '', log, config, files, now: new Date(), mail, push };
    await advanceWaitlists.perform(ctx, {});
    return 200;
  };
  switch (deed.what) {
    case 'join':
      return (await people[deed.who]!.joinSession({ params, body: {} })).status;
    case 'leave':
      return (await people[deed.who]!.leaveSession({ params, body: {} })).status;
    case 'wait':
      return (await people[deed.who]!.joinWaitlist({ params })).status;
    case 'accept':
      return (await people[deed.who]!.claimSpot({ params })).status;
    case 'letGo':
      return (await people[deed.who]!.leaveWaitlist({ params })).status;
    case 'guests': {
      const first_names = Array.from({ length: deed.guests }, () => null);
      return (await people[deed.who]!.setGuests({ params, body: { first_names } })).status;
    }
    case 'limit':
      return (await olga.updateSession({ params, body: { guests_per_member: deed.limit } })).status;
    case 'spots':
      return (await olga.updateSession({ params, body: { max_participants: deed.spots } })).status;
    case 'cancel':
      return (await olga.cancelSession({ params, query: {} })).status;
    case 'expire':
      await pool.query(`update session_waitlist set offered_at = offered_at - interval '2 days',
        offer_expires_at = offer_expires_at - interval '2 days' where status = 'offered'`);
      return runs();
    case 'job':
      return runs();
  }
}

/** Invariants of a session in the database. */
async function promises(id: string) {
  const { rows } = await app().pool.query(
    `with line as (select * from session_waitlist where session_id = $1 and status in ('waiting', 'offered'))
    select s.status, s.current_participants + s.held_spots <= s.max_participants as fits,
      s.current_participants = (select coalesce(sum(1 + cardinality(guest_names)), 0) from session_participants
        where session_id = $1) as counted,
      not exists (select from session_participants where session_id = $1
        and cardinality(guest_names) > s.guests_per_member) as allowed,
      s.held_spots = (select count(*) from line where status = 'offered') as held,
      s.waitlist_count = (select count(*) from line where status = 'waiting') as waited,
      not exists (select from line join session_participants p on p.session_id = $1 and p.user_id = line.user_id) as either,
      not exists (select from line o join line w on o.status = 'offered' and w.status = 'waiting'
        and (w.queued_at, w.id) < (o.queued_at, o.id)) as in_order,
      s.waitlist_count = 0 or s.current_participants + s.held_spots = s.max_participants as given_out,
      s.held_spots as offers,
      case s.status when 'active' then exists (select from session_participants where session_id = $1 and user_id = s.creator_id)
        else not exists (select from line) end as in_good_hands
    from sessions s where s.id = $1`,
    [id],
  );
  return rows[0];
}

test('spots are counted, never overbooked, and offered in waitlist order, whatever happens', async () => {
  const { cast, db } = app();
  await fc.assert(
    fc.asyncProperty(history, async ({ spots, waiting, night, moments, cancelled }) => {
      const gym = cast.gyms.barangaroo;
      await db.deleteFrom('sessions').execute();
      await db
        .updateTable('gyms')
        .set({ timezone: zoneWhereItIs(night ? 23 : 12) })
        .where('id', '=', gym)
        .execute();
      const soon = { in: 3 * 24 * 60, guests_per_member: 2, max_participants: spots, with: crowd.slice(0, spots - 1) };
      const id = await addSession(db, { gym, host: cast.ana, ...soon });
      // Starts full and with a waitlist, so that the actions affect both.
      for (let next = 0; next < waiting; next++) await does(id, { what: 'wait', who: spots + next });
      for (const moment of [...moments, ...(cancelled ? [[{ what: 'cancel' as const }]] : [])]) {
        const statuses = await Promise.all(moment.map((deed) => does(id, deed)));
        expect(statuses.filter((status) => status >= 500)).toEqual([]);
        const { status, given_out, offers, ...kept } = await promises(id);
        expect(kept).toEqual({
          fits: true,
          counted: true,
          allowed: true,
          held: true,
          waited: true,
          either: true,
          in_order: true,
          in_good_hands: true,
        });
        // By day no spot stays free while a member waits; at night no offers are made.
        if (status === 'active') expect(night ? offers === 0 : given_out).toBe(true);
      }
    }),
    runs(8),
  );
});
