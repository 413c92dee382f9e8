-- The row lock of this update decides who has the last use; the check refuses the others.
create or replace function invite_code_uses_count() returns trigger language plpgsql as $$
begin
  update invite_codes c set use_count = c.use_count + used.uses
  from (select organization_id, invite_code_id, count(*) as uses from changed group by 1, 2) used
  where c.organization_id = used.organization_id and c.id = used.invite_code_id;
  return null;
end $$;
create or replace trigger invite_code_uses_count after insert on invite_code_uses
  referencing new table as changed for each statement execute function invite_code_uses_count();

create or replace function invite_code_uses_uncount() returns trigger language plpgsql as $$
begin
  update invite_codes c set use_count = c.use_count - used.uses
  from (select organization_id, invite_code_id, count(*) as uses from changed group by 1, 2) used
  where c.organization_id = used.organization_id and c.id = used.invite_code_id;
  return null;
end $$;
create or replace trigger invite_code_uses_uncount after delete on invite_code_uses
  referencing old table as changed for each statement execute function invite_code_uses_uncount();
