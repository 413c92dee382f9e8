-- The sender of a message request must not see that it was declined, so a decline leaves the conversation's time alone.
drop trigger conversations_touch on conversations;
create trigger conversations_touch before update on conversations
  for each row when (new.declined_at is not distinct from old.declined_at or new.requested_by is null)
  execute function touch_updated_at();
