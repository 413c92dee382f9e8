import { blockedBetween, hiddenFrom, isHidden } from '#features/users/index.ts';
import { canUseGym } from '#platform/logins/gym-access.ts';

/*
 * A member sees the sessions of the gyms they may use, except those of a host who is blocked either way, and those for
 * invited people only. Alias: s the session.
 */

/** SQL for whether a session is open to a member, or they were asked to it. */
const isOpenTo = (userId: string) => `(not s.invite_only or is_asked_to(s.organization_id, s.id, ${userId}))`;

/** SQL for whether a session is at one of the reader's gyms, and not for others only. */
export const inReadersGyms = `s.organization_id = $organizationId and s.gym_id = any($gymIds) and ${isOpenTo('$userId')}`;

/** SQL for whether the reader sees a session; needs `hiddenCte`. */
export const visibleSession = `(${inReadersGyms} and not ${isHidden('s.creator_id')})`;

/** SQL for whether another member, a row of `users`, may be invited to a session. */
export const canBeInvited = (user: string) =>
  `(${canUseGym(user, 's.gym_id')} and not ${blockedBetween(`${user}.id`, 's.creator_id', 's.organization_id')})`;

/** SQL for whether another member, a row of `users`, sees a session. */
export const sessionVisibleTo = (user: string) => `(${canBeInvited(user)} and ${isOpenTo(`${user}.id`)})`;

/** Who sees a session for invited people only, as `visibleSession` says of one reader. */
const userIdsSql = (actors: readonly string[]) => `case when s.invite_only then array(
    select u.id from people_asked_to(s.organization_id, s.id) asked
      join users u on u.organization_id = s.organization_id and u.id = asked.user_id
      where ${canUseGym('u', 's.gym_id')}
    except (${hiddenFrom(actors)})) end`;
const exceptSql = (actors: readonly string[]) =>
  `case when s.invite_only then '{}' else array(${hiddenFrom(actors)}) end`;

/**
 * SQL for the columns that say who hears of a session: everyone at its gym, or the people of one that is for invited
 * people only. Members hidden from one of `actors` hear nothing.
 */
export const audienceSql = (actors: readonly string[]) => `${userIdsSql(actors)} as user_ids,
  case when not s.invite_only then s.gym_id end as gym_id, ${exceptSql(actors)} as except_ids`;

/** What `audienceColumns` return; without ids, everyone at the gym hears of it, with a few exceptions. */
export type SessionAudience = { gymId: string; userIds: string[] | null; except: string[] };

/** SQL for the gym of a session, and who hears of it. */
export const audienceColumns = `s.gym_id as "gymId", ${userIdsSql(['s.creator_id'])} as "userIds", ${exceptSql(['s.creator_id'])} as "except"`;

/** SQL for whether the reader manages the gym of a session. */
export const readerManagesSql = '(s.gym_id = any($managedGymIds))';

/**
 * SQL for whether the reader sees a proposal, a row `q`: members of the session see every one, other readers, the gym's
 * managers too, only their own. Needs `hiddenCte`; alias: mine the reader's spot.
 */
export const seesProposalSql = `((mine.user_id is not null or s.creator_id = $userId
    or q.proposer_id = $userId or q.answerer_id = $userId)
  and not ${isHidden('q.proposer_id')} and not ${isHidden('q.answerer_id')})`;
