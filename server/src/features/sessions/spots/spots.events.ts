import type { LiveEventData } from '@spotter/contract/events/live-events.ts';
import { acceptByJoining } from '#features/messages/index.ts';
import { notification } from '#features/notifications/index.ts';
import { hiddenFrom, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import { type News, tell } from '#platform/events/tell.ts';
import { availableSpotsSql, waitlistCountSql } from '../sessions.read.ts';

type Known = { organizationId: string; sessionId: string };
type Spot = Known & { userId: string };

type Facts<Data> = { data: Data; gymId: string; creatorId: string; except: string[] };

/** A session's spots, and its audience: every member who can see it, except those hidden from the host or from $userId. */
const factsSql = (
  more = '',
  beside = '',
) => `select json_build_object('session_id', s.id, 'gym_id', s.gym_id, 'current_participants', s.current_participants,
    'available_spots', ${availableSpotsSql}, 'waitlist_count', ${waitlistCountSql} ${more}) as data,
  s.gym_id as "gymId", s.creator_id as "creatorId", array(${hiddenFrom(['s.creator_id', '$userId'])}) as except ${beside}
from sessions s left join users u on u.id = $userId
where s.organization_id = $organizationId and s.id = $sessionId`;
const factsValues = { organizationId: 'uuid', sessionId: 'uuid', userId: 'uuid?' } as const;

type Accepted = { conversationId: string; senderId: string };
const joinedFacts = statement(
  'facts of joining',
  factsValues,
)<Facts<LiveEventData<'session.joined'>> & { accepted: Accepted[] }>(
  `with accepted as (${acceptByJoining})
  ${factsSql(`, 'user', ${personJsonSql('u')}`, `, (select coalesce(json_agg(accepted), '[]') from accepted) as accepted`)}`,
);
const leftFacts = statement(
  'facts of leaving',
  factsValues,
)<Facts<LiveEventData<'session.left'>>>(factsSql(`, 'user_id', $userId, 'creator_id', s.creator_id`));
const waitlistFacts = statement(
  'facts of the waitlist',
  factsValues,
)<Facts<LiveEventData<'session.waitlist_changed'>>>(factsSql());

/** Announces a taken spot to the gym, and notifies the host who took it. */
export function sessionJoined(tx: Db, spot: Spot): void {
  tell(tx, async () => {
    const { news, creatorId } = await taken(tx, spot);
    const { organizationId, sessionId, userId } = spot;
    const about = { organizationId, to: [creatorId], actorId: userId, sessionId, fold: `session_joined:${sessionId}` };
    return [...news, notification({ ...about, kind: 'session_joined' })];
  });
}

/** Announces a taken spot to the gym only. */
export function spotTaken(tx: Db, spot: Spot): void {
  tell(tx, async () => (await taken(tx, spot)).news);
}

async function taken(tx: Db, spot: Spot): Promise<{ news: News[]; creatorId: string }> {
  const { organizationId: scope, userId } = spot;
  const [facts] = await run(tx, joinedFacts, spot);
  const { data, creatorId, gymId, except, accepted } = facts!;
  const joined: News = { scope, type: 'session.joined', data, to: { gymId, except } };
  const answered = accepted.map(
    ({ conversationId, senderId }): News => ({
      ...{ scope, type: 'conversation.updated', data: { conversation_id: conversationId } },
      to: [userId, senderId],
    }),
  );
  return { news: [joined, ...answered], creatorId };
}

/** Announces a freed spot to the gym, and the session's current host. */
export function spotLeft(tx: Db, spot: Spot): void {
  tell(tx, async () => {
    const [facts] = await run(tx, leftFacts, spot);
    const { data, gymId, except } = facts!;
    const to = { gymId, except };
    return [{ scope: spot.organizationId, type: 'session.left', data, to }];
  });
}

export function waitlistChanged(tx: Db, known: Known): void {
  tell(tx, async () => {
    const [facts] = await run(tx, waitlistFacts, { ...known, userId: null });
    const { data, gymId, except } = facts!;
    const to = { gymId, except };
    return [{ scope: known.organizationId, type: 'session.waitlist_changed', data, to }];
  });
}

type Offered = Known & { gymId: string; zone: string; userIds: string[]; until: Date };

/** Tells a member about an offered spot, live and as a notification. */
export function spotsOffered(tx: Db, offered: Offered): void {
  const { organizationId, sessionId, gymId, zone, userIds, until } = offered;
  tell(
    tx,
    {
      scope: organizationId,
      type: 'session.spot_offered',
      data: { session_id: sessionId, gym_id: gymId, offer_expires_at: until.toISOString() },
      to: userIds,
    },
    spotFreed(offered, { until_local: wallTimeOf(until, zone).slice(0, 16) }),
  );
}

/** Tells a member that an offer expired, replacing the offer's notification if it is still unread. */
export const offersExpired = (tx: Db, { passedOn, ...known }: Known & { userIds: string[]; passedOn: boolean }): void =>
  tell(tx, spotFreed(known, { ran_out: passedOn ? 'passed_on' : 'free' }));

const spotFreed = (
  { organizationId, sessionId, userIds }: Known & { userIds: string[] },
  data: Record<string, unknown>,
): News =>
  notification({
    organizationId,
    kind: 'spot_freed',
    to: userIds,
    sessionId,
    fold: `spot_freed:${sessionId}`,
    data,
  });
