-- Sample data had keys of its own for folding, so the next message of a chat made a second unread notification. The rows
-- get the keys of the others; of several unread ones the newest stays, with the people of all.
create temporary table folded as
select organization_id, id, fold_key, first_value(id) over same as newest
from (
  select organization_id, user_id, in_app, happened_at, id, case
    when kind = 'message' then 'conversation:' || conversation_id
    when fold_key like 'session-message %' then 'session_message:' || session_id
    when fold_key like 'joined %' then 'session_joined:' || session_id
    else fold_key end as fold_key
  from notifications
  where read_at is null and kind in ('message', 'session_message', 'session_joined')) unread
window same as (partition by organization_id, user_id, fold_key, in_app order by happened_at desc, id desc);

insert into notification_actors (organization_id, notification_id, user_id, acted_at)
select f.organization_id, f.newest, a.user_id, max(a.acted_at)
from folded f join notification_actors a on a.organization_id = f.organization_id and a.notification_id = f.id
where f.id <> f.newest and f.fold_key is not null group by 1, 2, 3
on conflict (organization_id, notification_id, user_id) do nothing;

-- They leave the list and stay: the governor still needs to know when they were sent.
update notifications n set read_at = now(), in_app = false from folded f
where n.organization_id = f.organization_id and n.id = f.id and f.id <> f.newest and f.fold_key is not null;

update notifications n set fold_key = f.fold_key from folded f
where n.organization_id = f.organization_id and n.id = f.id and f.id = f.newest and f.fold_key <> coalesce(n.fold_key, '');

drop table folded;
