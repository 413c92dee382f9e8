import { blockedBetween } from '#features/users/index.ts';
import { newsPart } from '#platform/events/write.ts';
import { enqueueSql } from '#platform/jobs/define.ts';
import { hasProvenAddressSql } from '#platform/logins/proven-address.ts';
import { deliverNotifications } from './delivery/deliver.jobs.ts';

/** What a receiver has said about each channel, found in one search; null where they have said nothing. */
const wantsJoin = `cross join lateral (
  select ${['in_app', 'push', 'email'].map((channel) => `bool_or(p.enabled) filter (where p.channel = '${channel}') as ${channel}`)}
  from notification_preferences p where p.user_id = u.id and p.kind = told.kind) wants`;

const columns = {
  people: 'uuid[]',
  ids: 'uuid[]',
  kind: 'text',
  actor_id: 'uuid',
  former: 'int',
  fold: 'text',
  session_id: 'uuid',
  conversation_id: 'uuid',
  friend_request_id: 'uuid',
  announcement_id: 'uuid',
  data: 'jsonb',
  due_at: 'timestamptz',
};
export type NotificationRow = Record<keyof typeof columns, unknown>;

const jobPayload = { organization_id: '$organizationId', user_ids: 'due.user_ids' };

/**
 * Writes notifications for their receivers with what is to be delivered, and one event for those whose list has it. Rows
 * are written in order of member, so that two concurrent folds do not deadlock. `offset 0` and `(select …)` make
 * PostgreSQL look up each receiver by key: it takes JSON for a hundred rows.
 */
export const notifications = newsPart(
  'notifications',
  `${Object.entries(columns).map(([name, type]) => `${name} ${type}`)}`,
  (rows) => `receiver as (
    select told.place, told.kind, told.actor_id, told.former, told.fold, told.session_id, told.conversation_id,
      told.friend_request_id, told.announcement_id, told.data, told.due_at,
      u.id as user_id, given.id, coalesce(wants.in_app, true) as in_app,
      coalesce(wants.push, true) and (select exists (select from push_subscriptions s where s.user_id = u.id)) as push,
      coalesce(wants.email, false) and ${hasProvenAddressSql('u')} and not u.is_demo_user as email
    from ${rows} cross join unnest(told.people, told.ids) as given (user_id, id)
      cross join lateral (select * from users
        where id = given.user_id and organization_id = $organizationId and is_active offset 0) u
      ${wantsJoin}
    where not (select ${blockedBetween('u.id', 'told.actor_id')})
  ), written as (
    insert into notifications as n
      (organization_id, id, user_id, kind, fold_key, session_id, conversation_id, friend_request_id, announcement_id, data,
        former_actors, in_app)
    select $organizationId, id, user_id, kind, fold, session_id, conversation_id, friend_request_id, announcement_id, data,
      former, in_app
    from receiver where in_app or push or email order by user_id, place
    on conflict (organization_id, user_id, fold_key, in_app) where read_at is null and fold_key is not null
    do update set happened_at = now(), data = excluded.data, former_actors = n.former_actors + excluded.former_actors
    returning n.id, n.user_id, n.fold_key, n.in_app
  ), received as (
    select r.place, r.kind, r.session_id, r.conversation_id, r.actor_id, r.due_at, r.push, r.email,
      written.id, user_id, written.in_app
    from written join receiver r using (user_id)
    where r.id = written.id or (r.fold = written.fold_key and r.in_app = written.in_app)
  ), acted as (
    insert into notification_actors (organization_id, notification_id, user_id)
    select $organizationId, id, actor_id from received where actor_id is not null
    on conflict (organization_id, notification_id, user_id) do update set acted_at = excluded.acted_at
  ), queued as (
    select ${enqueueSql(deliverNotifications, jobPayload, 'due.due_at')}
    from (
      select due_at, await_deliveries($organizationId, array_agg(id), array_agg(user_id), array_agg(chosen.channel), due_at) as user_ids
      from received cross join lateral (values ('push', push), ('email', email)) as chosen (channel, is_on)
      where chosen.is_on group by place, due_at) due
  ), heard_notifications as (
    select place, 'notification.created' as type,
      jsonb_build_object('kind', kind, 'session_id', session_id, 'conversation_id', conversation_id) as data,
      array_agg(user_id) as user_ids, null::uuid as gym_id, '{}'::uuid[] as except_ids
    from received where in_app group by place, kind, session_id, conversation_id
  )`,
  'queued',
);
