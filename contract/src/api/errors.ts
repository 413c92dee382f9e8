import { z } from 'zod';
import { restorableDays } from '../limits.ts';

/**
 * Every error of the API: its stable code, its status, and the sentence for the user. Sentences from the product
 * specification are used exactly as written there.
 */
export const errors = {
  // The request itself
  validation_failed: { status: 400, error: 'Please check the highlighted fields.' },
  malformed_json: { status: 400, error: 'The request body is not valid JSON.' },
  malformed_request: { status: 400, error: 'The request could not be understood.' },
  not_found: { status: 404, error: 'Not found.' },
  method_not_allowed: { status: 405, error: "This address doesn't accept that method." },
  body_too_large: { status: 413, error: "That's too large to send." },
  unsupported_type: { status: 415, error: "This kind of content isn't accepted here." },
  too_many_requests: { status: 429, error: 'Too many attempts. Please wait a moment and try again.' },
  idempotency_key_reused: { status: 409, error: 'This Idempotency-Key was already used for a different request.' },
  internal: { status: 500, error: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, error: 'Spotter is temporarily unavailable. Please try again in a moment.' },

  // Who is calling
  not_signed_in: { status: 401, error: 'Please sign in to continue.' },
  token_invalid: { status: 401, error: 'Your sign-in has ended. Please sign in again.' },
  password_change_required: { status: 403, error: 'Please choose your own password first.' },
  organization_inactive: {
    status: 401,
    error: "Your gym's access is switched off. Your data is safe. Ask your gym when it'll be back.",
  },
  organization_gone: {
    status: 401,
    error: `Your gym's account was deleted. It can be brought back for ${restorableDays} days; ask your gym.`,
  },
  wrong_credentials: { status: 401, error: 'Incorrect email or password.' },
  password_link_sent: { status: 403, error: "We've emailed you a link to choose your own password." },
  refresh_invalid: { status: 401, error: 'Your sign-in has ended. Please sign in again.' },
  access_denied: { status: 403, error: "You don't have access to this." },
  organization_required: { status: 403, error: 'Join your gym to use this.' },
  demo_not_allowed: { status: 403, error: "This isn't available in the demo." },
  emulation_not_allowed: {
    status: 403,
    error: "This isn't available while you're viewing an organization as its admin.",
  },
  not_emulating: { status: 409, error: "You're not viewing an organization." },
  login_not_found: { status: 404, error: 'This sign-in has already ended.' },

  // Accounts
  wrong_password: { status: 400, error: 'Your current password is incorrect.' },
  password_too_common: { status: 400, error: 'This password is too common. Please choose another.' },
  verification_code_invalid: { status: 400, error: 'Invalid verification code. Please try again.' },
  email_not_verified: { status: 403, error: 'Please verify your email first.' },
  email_already_verified: { status: 409, error: 'Your email is already verified.' },
  email_taken: { status: 409, error: 'An account with this email already exists.' },
  already_signed_in: { status: 409, error: "They've already signed in, so only they can change their email." },
  private_words_wait: {
    status: 409,
    error: 'A chat or friend request is waiting for them. Delete this account and add them again with the right email.',
  },
  reset_link_invalid: { status: 410, error: 'This password reset link is invalid or has expired.' },
  last_org_admin: { status: 409, error: 'An organization needs at least one organization admin.' },
  no_friend_to_ask: { status: 409, error: 'None of their friends can be asked right now.' },
  last_super_admin: { status: 409, error: 'The platform needs at least one super admin.' },
  import_has_errors: { status: 400, error: 'Some rows have errors, so nothing was imported.' },
  import_not_found: { status: 404, error: "We couldn't find this import." },
  import_undone: { status: 409, error: 'This import was already undone.' },
  import_out_of_reach: {
    status: 403,
    error: 'This import has people or sessions you no longer manage. Ask an organization admin to undo it.',
  },
  import_too_old: { status: 409, error: 'An import can be undone for a day.' },
  export_not_found: { status: 404, error: "We couldn't find this export." },
  export_not_ready: { status: 409, error: "This export isn't ready yet." },
  export_expired: { status: 410, error: 'This export has expired. Make a new one.' },
  archive_invalid: { status: 400, error: "This file can't be imported, so nothing was." },
  archive_conflicts: { status: 409, error: 'Some of this already exists here, so nothing was imported.' },
  organization_exists: { status: 409, error: 'This organization already exists here.' },
  note_not_found: { status: 404, error: "We couldn't find this note." },
  user_not_found: { status: 404, error: "We couldn't find this person." },
  gym_not_found: { status: 404, error: "We couldn't find this gym." },
  organization_not_found: { status: 404, error: "We couldn't find this organization." },
  organization_deleted: { status: 409, error: 'This organization is deleted. Restore it first.' },
  organization_not_deleted: { status: 409, error: "This organization isn't deleted." },
  onboarding_already_completed: { status: 409, error: "You've already finished setting up." },
  already_member: { status: 409, error: 'You already belong to a gym.' },

  // Social sign-in
  google_failed: { status: 400, error: 'Failed to sign in with Google' },
  google_link_failed: { status: 400, error: 'Failed to link Google account' },
  apple_failed: { status: 400, error: 'Apple Sign In failed' },
  link_account: { status: 409, error: 'An account with this email already exists. Sign in to link it.' },
  social_proof_invalid: { status: 400, error: 'Unable to link account - please try again' },
  social_account_taken: { status: 409, error: 'Unable to link account' },
  last_sign_in_method: { status: 409, error: 'Set a password before removing your only way to sign in.' },
  provider_not_configured: { status: 404, error: "This way to sign in isn't available." },

  // Organizations, themes and gyms
  theme_not_found: { status: 404, error: "We couldn't find this theme." },
  asset_not_found: { status: 404, error: "We couldn't find this file." },
  asset_in_use: { status: 409, error: 'A theme still uses this image.' },
  white_label_disabled: { status: 409, error: "Own branding isn't switched on for your organization." },
  storage_full: { status: 409, error: "You've used all your photo space. Your gym can ask for more." },
  image_invalid: { status: 400, error: "We couldn't read this image. Use a PNG, JPEG or WebP." },
  hours_not_found: { status: 404, error: "We couldn't find these opening hours." },
  override_not_found: { status: 404, error: "We couldn't find these special hours." },
  last_gym: { status: 409, error: 'An organization needs at least one location.' },
  gym_has_sessions: { status: 409, error: 'This location still has upcoming sessions.' },
  changed_meanwhile: { status: 409, error: 'Someone else changed this in the meantime.' },
  session_type_in_use: { status: 409, error: 'Upcoming sessions still use this session type.' },

  // Invites
  invite_required: { status: 400, error: 'An invite code is required to complete registration' },
  invite_code_invalid: { status: 400, error: 'Invalid or expired invite code.' },
  friend_invite_invalid: { status: 404, error: 'Invalid friend invite.' },
  invite_link_invalid: { status: 404, error: 'This invite link is invalid or has expired' },
  invite_code_not_found: { status: 404, error: "We couldn't find this invite code." },
  invite_code_taken: { status: 409, error: 'This invite code is already in use.' },
  already_friends: { status: 400, error: "You're already friends!" },

  // Sessions
  session_not_found: { status: 404, error: "We couldn't find this session." },
  shared_session_not_found: { status: 404, error: 'Session not found or link has expired.' },
  session_full: { status: 400, error: 'Session is full' },
  already_joined: { status: 400, error: "You're already in this session!" },
  member_already_in: { status: 409, error: "They're already in this session." },
  member_cannot_join: { status: 409, error: "They can't join sessions at this gym." },
  not_a_participant: { status: 409, error: "You're not in this session." },
  session_started: { status: 409, error: 'This session has already started.' },
  session_invite_only: {
    status: 409,
    error: 'This session is for invited people only. Let others join, then share it.',
  },
  session_cancelled: { status: 409, error: 'This session was cancelled.' },
  session_in_past: { status: 400, error: 'A session must start in the future.' },
  not_invited: { status: 403, error: 'This session is for invited people only.' },
  level_not_met: { status: 403, error: 'This session is for a different fitness level.' },
  gender_not_met: { status: 403, error: "The host set a gender preference that doesn't match your profile." },
  gym_closed: { status: 400, error: 'The gym is closed at that time.' },
  time_does_not_exist: { status: 400, error: "The clocks change that day, so that time doesn't exist." },
  spots_below_participants: { status: 409, error: 'More people have already joined than that allows.' },
  guests_above_limit: { status: 409, error: "That's more guests than this session allows." },
  series_not_found: { status: 404, error: "We couldn't find this repeating session." },
  series_rule_invalid: { status: 400, error: "This repeat rule isn't supported." },
  not_full: { status: 409, error: "There's a spot free. You can join now." },
  already_on_waitlist: { status: 409, error: "You're already on the waitlist." },
  not_on_waitlist: { status: 409, error: "You're not on the waitlist." },
  offer_expired: { status: 410, error: 'This spot went to the next person on the waitlist.' },
  kudos_closed: { status: 409, error: 'Kudos are open from the end of a session until noon the day after.' },
  check_in_closed: { status: 409, error: 'Check-in is open from 30 minutes before to 30 minutes after the start.' },
  proposal_not_found: { status: 404, error: "We couldn't find this proposal." },
  proposal_answered: { status: 409, error: 'This proposal has already been answered.' },
  feed_not_found: { status: 404, error: "We couldn't find this calendar." },

  // Friends and blocks
  friendship_not_found: { status: 404, error: "We couldn't find this friend or request." },
  friend_request_exists: { status: 409, error: "There's already a friend request between you." },
  friend_request_answered: { status: 409, error: 'This friend request has already been answered.' },
  not_yourself: { status: 400, error: "You can't do this with yourself." },

  // Conversations
  conversation_not_found: { status: 404, error: "We couldn't find this conversation." },
  message_not_found: { status: 404, error: "We couldn't find this message." },
  message_locked: { status: 409, error: 'You can edit or delete a message for 15 minutes after sending it.' },
  message_request_waits: { status: 409, error: "You can write more once they've accepted your first message." },
  request_needs_text: { status: 409, error: 'Start with a few words. You can send photos once they accept.' },
  no_message_request: { status: 409, error: "There's no message request to answer here." },
  not_acquainted: {
    status: 403,
    error: 'You can add friends, people you chat with, and people from your sessions.',
  },
  group_only: { status: 409, error: 'This only works in a group conversation.' },
  last_group_admin: { status: 409, error: 'A group needs an admin. Make another member an admin first.' },
  too_many_reactions: {
    status: 409,
    error: 'You can add up to 5 emojis to a message, and a message has up to 20 different ones.',
  },
  group_link_not_found: { status: 404, error: "This link doesn't work anymore. Ask for a new one." },
  removed_from_group: { status: 403, error: 'An admin removed you from this group. Only an admin can add you again.' },
  poll_closed: { status: 409, error: 'This poll has already become a session.' },
  too_many_pins: { status: 409, error: 'Three messages are already pinned. Unpin one first.' },
  group_full: { status: 409, error: 'A group can have up to 256 members.' },

  // Safety
  report_not_found: { status: 404, error: "We couldn't find this report." },
  report_closed: { status: 409, error: 'Someone else has already closed this report.' },

  // Announcements
  announcement_not_found: { status: 404, error: "We couldn't find this announcement." },
  announcement_sent: { status: 409, error: 'This announcement has already gone out or was cancelled.' },

  // Notifications and push
  notification_not_found: { status: 404, error: "We couldn't find this notification." },
  push_endpoint_refused: { status: 400, error: "We can't send notifications to this address." },
  push_app_unknown: { status: 400, error: "This app isn't set up for notifications yet." },

  // Demo and platform
  demo_failed: { status: 503, error: 'Failed to start demo session' },
  too_many_demos: { status: 429, error: 'Failed to start demo session' },
  demo_not_found: { status: 404, error: "We couldn't find this demo." },
  mail_not_found: { status: 404, error: 'This email is already on its way, or no longer there.' },
  mail_expired: { status: 409, error: 'The code or link in this mail has expired. The member can request a new one.' },
  job_not_found: { status: 404, error: "We couldn't find this job." },
  job_running: { status: 409, error: 'This job is running right now. Try again in a moment.' },
  job_finished: { status: 409, error: 'This job has already ended.' },
  job_not_finished: { status: 409, error: 'This job is still running. Cancel it first.' },
  demo_data_running: { status: 409, error: "Demo data is being made. Wait until it's done, or cancel it." },
  nomination_registered: { status: 409, error: 'This gym has already become an organization.' },
  nomination_not_found: { status: 404, error: "We couldn't find this nomination." },
} as const satisfies Record<string, { status: number; error: string }>;

export type ErrorCode = keyof typeof errors;

/** Codes that any call may answer. */
export const errorsOfEveryCall = [
  'validation_failed',
  'malformed_json',
  'malformed_request',
  'not_found',
  'body_too_large',
  'unsupported_type',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[];

/** Further codes of any call that requires a sign-in. */
export const errorsOfSignedInCalls = [
  'not_signed_in',
  'token_invalid',
  'organization_inactive',
  'organization_gone',
] as const satisfies readonly ErrorCode[];

/** Further codes of any call that accepts an Idempotency-Key. */
export const errorsOfKeyedCalls = ['idempotency_key_reused'] as const satisfies readonly ErrorCode[];

export const ErrorBody = z
  .object({
    error: z.string().describe('A sentence for the user.'),
    code: z.string().describe('A stable code for programs.'),
    details: z.record(z.string(), z.array(z.string())).optional().describe('Messages by field, on validation errors.'),
    non_field_errors: z.array(z.string()).optional().describe('Messages that belong to no single field.'),
    request_id: z.string().describe('Quote this when asking for help.'),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;
