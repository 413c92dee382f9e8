import { blockedBetween } from '#features/users/index.ts';
import { noticeAfterCommit } from '#platform/db/after-commit.ts';
import type { Db } from '#platform/db/connect.ts';
import { run, statement, type ValuesOf } from '#platform/db/statement.ts';
import { eventRows, type Found, writtenEvents } from '#platform/events/write.ts';
import { enqueueSql } from '#platform/jobs/define.ts';
import { hasAnsweredSql } from '#platform/mail/answers.ts';
import { deliverNotifications } from './delivery/deliver.jobs.ts';

/** What a receiver has said about each channel, found in one search; null where they have said nothing. */
const wantsJoin = `cross join lateral (
  select ${['in_app', 'push', 'email'].map((channel) => `bool_or(p.enabled) filter (where p.channel = '${channel}') as ${channel}`)}
  from notification_preferences p where p.user_id = u.id and p.kind = $kind) wants`;

const values = {
  organizationId: 'uuid',
  people: 'uuid[]',
  ids: 'uuid[]',
  kind: 'text',
  actorId: 'uuid?',
  former: 'int',
  fold: 'text?',
  sessionId: 'uuid?',
  conversationId: 'uuid?',
  friendRequestId: 'uuid?',
  announcementId: 'uuid?',
  data: 'jsonb',
  dueAt: 'timestamptz?',
} as const;

const jobPayload = { organization_id: '$organizationId', user_ids: 'due.user_ids' };

// Rows are written in order of member, so that two concurrent folds do not deadlock.
const notificationCtes = `
  receiver as (
    select u.id as user_id, given.id, coalesce(wants.in_app, true) as in_app,
      coalesce(wants.push, true) and exists (select from push_subscriptions s where s.user_id = u.id) as push,
      coalesce(wants.email, false) and ${hasAnsweredSql('u')} and not u.is_demo_user as email
    from unnest($people, $ids) as given (user_id, id)
      join users u on u.id = given.user_id and u.organization_id = $organizationId and u.is_active
      ${wantsJoin}
    where not ${blockedBetween('u.id', '$actorId')}
  ), written as (
    insert into notifications as n
      (organization_id, id, user_id, kind, fold_key, session_id, conversation_id, friend_request_id, announcement_id, data,
        former_actors, in_app)
    select $organizationId, id, user_id, $kind, $fold, $sessionId, $conversationId, $friendRequestId, $announcementId,
      $data, $former, in_app
    from receiver where in_app or push or email order by user_id
    on conflict (organization_id, user_id, fold_key, in_app) where read_at is null and fold_key is not null
    do update set happened_at = now(), data = excluded.data, former_actors = n.former_actors + excluded.former_actors
    returning n.id, n.user_id, n.in_app
  ), acted as (
    insert into notification_actors (organization_id, notification_id, user_id)
    select $organizationId, id, $actorId from written where $actorId is not null
    on conflict (organization_id, notification_id, user_id) do update set acted_at = excluded.acted_at
  ), queued as (
    select ${enqueueSql(deliverNotifications, jobPayload, '$dueAt')}
    from (
      select await_deliveries($organizationId, array_agg(written.id), array_agg(user_id), array_agg(chosen.channel), $dueAt) as user_ids
      from written join receiver using (user_id)
        cross join lateral (values ('push', push), ('email', email)) as chosen (channel, is_on)
      where chosen.is_on having count(*) > 0) due
  )`;

const writeNotifications = statement(
  'write-notifications',
  values,
)<{ in_app: string[] | null }>(`
  with ${notificationCtes}
  select (select array_agg(user_id) from written where in_app) as in_app, (select count(*) from queued) as jobs`);

type Notifications = ValuesOf<typeof values>;

/** Writes the rows of a notification, with what is to be delivered; the ids of those whose list has it. */
export async function insertNotifications(tx: Db, notifications: Notifications): Promise<string[]> {
  const [written] = await run(tx, writeNotifications, notifications);
  return written!.in_app ?? [];
}

const eventValues = { events: 'jsonb', place: 'int', about: 'jsonb', channel: 'text' } as const;
/** With the events that PostgreSQL finds before the given ones. */
const notificationsAndEvents = ({ ctes, select }: Pick<Found, 'ctes' | 'select'> = { ctes: [], select: '' }) => `
  with ${[...ctes, notificationCtes]}, told as (
    ${select && `select place - 1000 as place, type, data, user_ids, gym_id, except_ids from (${select}) found union all`}
    select * from ${eventRows('$events')}
    union all
    select $place, 'notification.created', $about, array_agg(user_id), null, '{}' from written
    where in_app having count(*) > 0
  ), ${writtenEvents('$organizationId', 'told')}
  select (select count(*) from queued) as jobs, ${noticeAfterCommit('$channel', '$organizationId')}`;

const writeNotificationsAndEvents = statement('write-notifications-and-events', { ...values, ...eventValues })(
  notificationsAndEvents(),
);

type WithEvents = Notifications & ValuesOf<typeof eventValues>;

/** The same, with their live event at a `place` among other events. */
export const insertNotificationsAndEvents = (tx: Db, notifications: WithEvents): Promise<void> =>
  run(tx, writeNotificationsAndEvents, notifications).then(() => {});

/** The values of found events get names of their own, except for the organization. */
const foundName = (name: string) => (name === 'organizationId' ? name : `found_${name}`);
const foundNames = <T>(given: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [foundName(name), value]));
const inFoundNames = (sql: string) => sql.replace(/\$(\w+)/g, (_, name: string) => `$${foundName(name)}`);

const statementsWithFound = new Map<string, ReturnType<typeof withFoundEvents>>();
const withFoundEvents = ({ name, ctes, select, types }: Found) =>
  statement(`write-notifications-and-${name}`, { ...foundNames(types), ...values, ...eventValues })(
    notificationsAndEvents({ ctes: ctes.map(inFoundNames), select: inFoundNames(select) }),
  );

function withFound(found: Found): ReturnType<typeof withFoundEvents> {
  const known = statementsWithFound.get(found.name) ?? withFoundEvents(found);
  statementsWithFound.set(found.name, known);
  return known;
}

/** The same, after the events that PostgreSQL finds. */
export const insertNotificationsAndFound = (tx: Db, found: Found, notifications: WithEvents): Promise<void> =>
  run(tx, withFound(found), { ...notifications, ...foundNames(found.values) }).then(() => {});
