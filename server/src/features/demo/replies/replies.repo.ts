import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';
import type { Member } from '#platform/logins/callers.ts';
import { canUseGym, managesGym } from '#platform/logins/gym-access.ts';
import { personZone } from '#platform/logins/person-zone.ts';

/** Enough for a visitor to see that somebody is there, few enough to stay a script. */
const MOST_REPLIES = 3;

const gymsSql = (has: string) =>
  `array(select g.id from gyms g where g.organization_id = u.organization_id and g.is_active and ${has} order by g.id)`;

/** Nobody is signed in as them, so their login is their own id. */
const scriptedStatement = statement('demo-scripted-member', { organizationId: 'uuid', userId: 'uuid' })<Member>(
  `select u.id as "userId", u.id as "loginId", u.role, u.organization_id as "organizationId", u.timezone,
    ${personZone('u')} as "homeZone", u.current_gym_id as "currentGymId", true as "isDemo", true as "emailVerified", false as "mustChangePassword",
    null as "emulatedBy", ${gymsSql(canUseGym('u', 'g.id'))} as "gymIds", ${gymsSql(managesGym('u', 'g.id'))} as "managedGymIds"
  from users u where u.organization_id = $organizationId and u.id = $userId
    and u.is_demo_user and u.is_active and u.demo_expires_at > now()`,
);

/** A person of a running demo, as the services know a caller; null when the demo is over. */
export async function readScripted(db: Db, person: { organizationId: string; userId: string }): Promise<Member | null> {
  const [member] = await run(db, scriptedStatement, person);
  return member ?? null;
}

type About = { organizationId: string; visitorId: string; id: string };
const about = { organizationId: 'uuid', visitorId: 'uuid', id: 'uuid' } as const;
type Replier = { replier: string; about: string };

/** Those who may answer here, the one who wrote last first; none after a few replies. */
const chatStatement = statement(
  'demo-replier-in-chat',
  about,
)<Replier>(
  `select w.user_id as replier, w.conversation_id as about from conversation_members w
    join users u on u.id = w.user_id and u.is_active
    join demo_sessions d on d.organization_id = w.organization_id
  where w.organization_id = $organizationId and w.conversation_id = $id and w.user_id <> $visitorId
    and (select count(*) from messages m where m.organization_id = w.organization_id and m.conversation_id = w.conversation_id
      and m.sender_id <> $visitorId and m.created_at > d.started_at) < ${MOST_REPLIES}
  order by (select max(m.seq) from messages m where m.organization_id = w.organization_id
    and m.conversation_id = w.conversation_id and m.sender_id = w.user_id) desc nulls last, w.user_id limit 1`,
);

/** The host first. */
const sessionStatement = statement(
  'demo-replier-in-session',
  about,
)<Replier>(
  `select p.user_id as replier, p.session_id as about from session_participants p
    join sessions s on s.organization_id = p.organization_id and s.id = p.session_id and s.status = 'active'
    join users u on u.id = p.user_id and u.is_active
    join demo_sessions d on d.organization_id = p.organization_id
  where p.organization_id = $organizationId and p.session_id = $id and p.user_id <> $visitorId
    and (select count(*) from session_messages m where m.organization_id = p.organization_id and m.session_id = p.session_id
      and m.sender_id <> $visitorId and m.created_at > d.started_at) < ${MOST_REPLIES}
  order by p.user_id = s.creator_id desc, p.joined_at, p.user_id limit 1`,
);

/** The visitor's open proposal for a session. */
const proposalStatement = statement(
  'demo-replier-to-proposal',
  about,
)<Replier>(
  `select answerer_id as replier, id as about from session_proposals
  where organization_id = $organizationId and session_id = $id and proposer_id = $visitorId and status = 'pending' limit 1`,
);

/** The visitor's open friend request to a member. */
const requestStatement = statement(
  'demo-replier-to-request',
  about,
)<Replier>(
  `select receiver_id as replier, id as about from friend_requests
  where organization_id = $organizationId and receiver_id = $id and sender_id = $visitorId and status = 'pending' limit 1`,
);

/** The longest-waiting member whom the visitor invited to a session and who has given no answer yet; none after a few. */
const inviteStatement = statement(
  'demo-replier-to-invite',
  about,
)<Replier>(
  `with invited as (
    select i.*, exists (select from session_participants p where p.organization_id = i.organization_id
      and p.session_id = i.session_id and p.user_id = i.user_id) as is_in
    from session_invites i join demo_sessions d on d.organization_id = i.organization_id
    where i.organization_id = $organizationId and i.invited_by = $id and i.created_at > d.started_at)
  select i.user_id as replier, i.session_id as about from invited i
    join sessions s on s.organization_id = i.organization_id and s.id = i.session_id and s.status = 'active'
      and s.starts_at > now()
    join users u on u.id = i.user_id and u.is_active
  where i.user_id <> $visitorId and not i.is_in and i.declined_at is null
    and (select count(*) from invited o where o.session_id = i.session_id and (o.is_in or o.declined_at is not null))
      < ${MOST_REPLIES}
  order by i.created_at, i.user_id limit 1`,
);

const repliers = {
  chat: chatStatement,
  session: sessionStatement,
  proposal: proposalStatement,
  friend_request: requestStatement,
  invite: inviteStatement,
};
export type Occasion = keyof typeof repliers;

/** Who answers the visitor, and about what; null if nobody does. */
export async function findReplier(db: Db, occasion: Occasion, values: About): Promise<Replier | null> {
  const [found] = await run(db, repliers[occasion], values);
  return found ?? null;
}
