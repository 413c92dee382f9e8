-- Who typed a group's name: it goes with their account.
alter table conversations add column name_by uuid,
  add foreign key (organization_id, name_by) references users (organization_id, id) on delete set null (name_by);
update conversations set name_by = created_by where kind = 'group';
create index conversations_by_name_by on conversations (organization_id, name_by) where name_by is not null;

-- Who starts a group is its first admin.
update conversation_members w set role = 'admin' from conversations c
where c.organization_id = w.organization_id and c.id = w.conversation_id and c.kind = 'group' and c.created_by = w.user_id;

create index messages_by_notice on messages (organization_id, conversation_id) where kind = 'system';

-- A group always has an admin, whoever leaves it and however: the longest-standing member takes over. The last one to
-- leave takes the group along.
create or replace function conversation_members_uncount() returns trigger language plpgsql
security definer set search_path = pg_catalog, public as $$
begin
  update conversations c set member_count = c.member_count - gone.people
  from (select organization_id, conversation_id, count(*) as people from changed group by 1, 2) gone
  where c.organization_id = gone.organization_id and c.id = gone.conversation_id;

  delete from conversations c using (select distinct organization_id, conversation_id from changed) gone
  where c.organization_id = gone.organization_id and c.id = gone.conversation_id and c.kind = 'group' and c.member_count = 0;

  update conversation_members w set role = 'admin'
  from (select distinct on (m.organization_id, m.conversation_id) m.organization_id, m.conversation_id, m.user_id
    from conversation_members m
      join conversations c on c.organization_id = m.organization_id and c.id = m.conversation_id and c.kind = 'group'
    where (m.organization_id, m.conversation_id) in (select organization_id, conversation_id from changed)
      and not exists (select from conversation_members a where a.organization_id = m.organization_id
        and a.conversation_id = m.conversation_id and a.role = 'admin')
    order by m.organization_id, m.conversation_id, m.joined_at, m.user_id) heir
  where w.organization_id = heir.organization_id and w.conversation_id = heir.conversation_id and w.user_id = heir.user_id;
  return null;
end $$;
