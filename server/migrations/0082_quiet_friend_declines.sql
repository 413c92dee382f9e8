-- The sender of a friend request must not see that it was declined: it stays open for them, and the receiver is left alone.
alter table friend_requests add column declined_at timestamptz;
-- Requests declined before keep their status, which their senders have seen; a repeat counts from that day too.
update friend_requests set declined_at = answered_at where status = 'declined';
