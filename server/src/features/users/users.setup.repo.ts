/** SQL for whether the member has ever been here, or could be without a setup code. Alias: u the user. */
export const isSetUp = '(u.has_signed_in or exists (select from social_identities i where i.user_id = u.id))';

/** SQL for whether no chat and no friend request waits in an account. Alias: u the user. */
export const holdsNothingPrivate = `(
  not exists (select from conversation_members m where m.organization_id = u.organization_id and m.user_id = u.id)
  and not exists (select from friend_requests r where r.organization_id = u.organization_id and r.receiver_id = u.id))`;

/**
 * SQL for whether nobody has used the account yet and nothing private waits in it. A password that staff chose opens no
 * other: it would open another person's chats. Alias: u the user.
 */
export const isUntouched = `(not ${isSetUp} and ${holdsNothingPrivate})`;
