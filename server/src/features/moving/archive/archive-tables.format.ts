import { withoutLinks } from '@spotter/contract/api/links-in-text.ts';
import { Email, line, WebAddress } from '@spotter/contract/api/primitives.ts';
import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { z } from 'zod';
import type { DB } from '#platform/db/schema.generated.ts';

/** What an export says of itself. An older installation refuses a newer format; see docs/moving.md. */
export const FORMAT = 'spotter-organization';
export const FORMAT_VERSION = 1;

export type MovedTable = {
  table: keyof DB;
  /** Its file in the zip: CSV for what people open in a spreadsheet, JSON where values are nested. */
  file: `${string}.csv` | `${string}.json`;
  columns: readonly string[];
  /** Columns that stay behind, each with the reason. */
  leftOut?: Record<string, string>;
  /** Columns that follow other rows by triggers: written for readers, counted again by an import. */
  counted?: readonly string[];
  /** Columns that are set once all rows are in, because they name a later row or a trigger sets them. */
  later?: readonly string[];
  /** The rows stay after their organization is deleted, so an import may find them here already. */
  outlives?: true;
  /** What the database doesn't check. */
  rules?: z.ZodObject;
};

const words = (text: string): string[] => text.trim().split(/\s+/);

const chat = 'chats stay behind';
const counter = 'counted again from the rows';
const token = 'opens a door by itself';
const privateWords = 'private words between two members';
const demo = 'only demos have it';

/** A name from before addresses were refused in it loses them. */
const storedName = (rules: { max: number; required?: string }) => line(rules).overwrite(withoutLinks);

const day = '[+-]?[1-5]?(?:MO|TU|WE|TH|FR|SA|SU)';
const date = '(?:-1|[1-9]\\d?)';
/** A rule as the server writes it. The job that creates repeating sessions relies on that. */
const RepeatRule = z
  .string()
  .max(500, { abort: true })
  .regex(
    new RegExp(
      `^FREQ=(?:DAILY|WEEKLY|MONTHLY)(?:;INTERVAL=[1-9]\\d{0,3})?(?:;BYDAY=${day}(?:,${day})*)?(?:;BYMONTHDAY=${date}(?:,${date})*)?(?:;WKST=${day})?(?:;COUNT=[1-9]\\d{0,3})?(?:;UNTIL=\\d{8})?$`,
    ),
    'This rule is unknown',
  );

/**
 * What an export contains, in the order in which an import inserts it. A test compares this list and `leftOutTables` with
 * the database, so that no table and no column is forgotten.
 */
export const movedTables: readonly MovedTable[] = [
  {
    table: 'organizations',
    file: 'organization.json',
    columns: words(`id name is_active white_label_enabled business_type country business_phone business_email
      business_website estimated_members terms_agreed_at trial_ends_at created_at`),
    leftOut: {
      is_demo: demo,
      demo_expires_at: demo,
      storage_times: 'the operator of each installation decides',
      mail_limit_lifted: 'the operator of each installation decides',
      deleted_at: 'a deleted organization is not exported',
      was_active: 'a deleted organization is not exported',
    },
    rules: z.object({
      name: storedName({ max: 120 }).nullish(),
      business_website: WebAddress.nullish(),
      business_email: Email.nullish(),
    }),
  },
  {
    table: 'gyms',
    file: 'locations.csv',
    columns: words('id name address timezone phone email website theme_id hours_set_at is_active closed_at created_at'),
    later: ['theme_id'],
    rules: z.object({
      name: storedName({ max: 120 }).nullish(),
      email: Email.nullish(),
      website: WebAddress.nullish(),
    }),
  },
  {
    table: 'users',
    file: 'members.csv',
    columns:
      words(`id role email email_verified first_name last_name phone is_active suspended_until fitness_level gender
      bio timezone goals favourite_workouts preferred_times avatar_key avatar_color default_gym_id current_gym_id
      onboarding_completed level_and_goals_shown_to sessions_shown_to usual_times_shown_to shows_online shows_typing
      terms_agreed_at created_at`),
    leftOut: {
      password_hash: 'a secret',
      must_change_password: 'nobody has a password after an import',
      email_vouched: 'a super admin imports only people the operator trusts',
      setup_code_hash: 'a secret',
      setup_code_expires_at: 'goes with the setup code',
      personal_share_code: token,
      last_seen_at: 'belongs to the sign-ins',
      has_signed_in: 'belongs to the sign-ins, and says who still has to set up a password',
      gym_ids: counter,
      is_demo_user: demo,
      demo_persona: demo,
      demo_expires_at: demo,
    },
    rules: z.object({
      email: Email,
      first_name: storedName({ max: 80, required: 'First name is required' }),
      last_name: storedName({ max: 80 }).nullish(),
    }),
  },
  { table: 'user_gyms', file: 'member-locations.csv', columns: words('user_id gym_id manages created_at') },
  {
    table: 'organization_themes',
    file: 'theme.json',
    columns: ['config'],
    rules: z.object({ config: ThemeConfig }),
  },
  {
    table: 'saved_themes',
    file: 'saved-themes.json',
    columns: words('id name config created_by created_at'),
    rules: z.object({ config: ThemeConfig }),
  },
  {
    table: 'assets',
    file: 'images.csv',
    columns: words('id asset_type workout_type file_key width height created_by created_at'),
  },
  {
    table: 'session_types',
    file: 'session-types.json',
    columns: words('id name kind default_duration_minutes is_active position created_at'),
  },
  { table: 'operating_hours', file: 'hours.csv', columns: words('id gym_id weekday opens closes') },
  {
    table: 'schedule_overrides',
    file: 'special-hours.csv',
    columns: words('id gym_id first_day last_day reason closed opens closes more_hours created_at'),
  },
  {
    table: 'invite_codes',
    file: 'invite-codes.csv',
    columns: words('id code label gym_id expires_at max_uses use_count is_active mailed_to created_by created_at'),
    counted: ['use_count'],
  },
  { table: 'invite_code_uses', file: 'invite-code-uses.csv', columns: words('id invite_code_id user_id used_at') },
  { table: 'referrals', file: 'referrals.csv', columns: words('user_id referrer_id via created_at') },
  {
    table: 'friend_requests',
    file: 'friend-requests.json',
    columns: words('id sender_id receiver_id status created_at answered_at declined_at'),
    leftOut: { message: privateWords },
  },
  { table: 'friendships', file: 'friendships.json', columns: words('id user_low_id user_high_id created_at') },
  { table: 'blocks', file: 'blocks.json', columns: words('blocker_id blocked_id created_at left_session_ids') },
  {
    table: 'session_series',
    file: 'series.csv',
    columns: words(`id gym_id creator_id rrule timezone starts_local session_type_id workout_type title description
      duration_minutes max_participants guests_per_member fitness_level_min fitness_level_max gender_preference made_until
      ended_at title_by description_by created_at`),
    // A trigger takes the host for the author.
    later: ['title_by', 'description_by'],
    rules: z.object({ rrule: RepeatRule }),
  },
  { table: 'session_series_members', file: 'series-members.csv', columns: words('series_id user_id joined_at') },
  {
    table: 'sessions',
    file: 'sessions.csv',
    columns:
      words(`id title starts_at ends_at gym_id creator_id current_participants max_participants status cancelled_at
      cancel_reason cancel_reason_by description workout_type session_type_id series_id occurrence_on guests_per_member
      fitness_level_min fitness_level_max gender_preference invite_only revision title_by description_by created_at`),
    leftOut: {
      other_times: 'choices of an open invitation',
      held_spots: counter,
      waitlist_count: counter,
      share_token: token,
      last_message_seq: chat,
    },
    counted: ['current_participants'],
    // A cancelled session takes no participants, so it is cancelled once they are in.
    later: ['status', 'cancelled_at', 'cancel_reason', 'cancel_reason_by', 'title_by', 'description_by'],
  },
  {
    table: 'session_participants',
    file: 'participants.csv',
    columns: words(
      'session_id user_id joined_at with_series attended checked_in_at checked_in_by co_host_since guest_names kudos_at',
    ),
    leftOut: { last_read_seq: chat },
  },
  {
    table: 'session_waitlist',
    file: 'waitlist.csv',
    columns: words('id session_id user_id status queued_at offered_at offer_expires_at answered_at'),
  },
  {
    table: 'session_invites',
    file: 'session-invites.csv',
    columns: words('session_id user_id invited_by created_at declined_at'),
  },
  {
    table: 'session_proposals',
    file: 'time-proposals.json',
    columns: words(
      'id session_id proposer_id answerer_id counter_to proposed_starts_at instead_of status created_at answered_at',
    ),
    leftOut: { message: privateWords },
    later: ['counter_to'],
  },
  {
    table: 'announcements',
    file: 'announcements.json',
    columns: words('id gym_id author_id title body status send_at sent_at recipients told_until version created_at'),
    leftOut: { reads: 'counted again from the receipts', reads_until: 'counted again from the receipts' },
  },
  {
    // Only those of announcements: members find them here, and the read count comes from there.
    table: 'notifications',
    file: 'announcement-receipts.json',
    columns: words('id user_id kind announcement_id fold_key data in_app read_at created_at happened_at'),
    leftOut: {
      session_id: 'announcements name none',
      conversation_id: 'announcements name none',
      friend_request_id: 'announcements name none',
      former_actors: 'announcements have none',
    },
    rules: z.object({ kind: z.literal('announcement'), announcement_id: z.string() }),
  },
  { table: 'user_preferences', file: 'preferences.json', columns: words('user_id preferences') },
  {
    table: 'notification_preferences',
    file: 'notification-preferences.json',
    columns: words('user_id kind channel enabled'),
  },
  {
    table: 'notification_settings',
    file: 'notification-settings.json',
    columns: words('user_id quiet_hours quiet_from quiet_until digest_at weekly_mail'),
    leftOut: {
      pushed_on: 'pushes go to devices, which stay behind',
      pushes: 'pushes go to devices, which stay behind',
    },
  },
  {
    table: 'staff_notes',
    file: 'staff-notes.json',
    columns: words('id user_id author_id text created_at edited_at'),
  },
  {
    table: 'member_remedies',
    file: 'member-remedies.json',
    columns: words('id user_id kind actor_id friend_id session_id created_at'),
  },
  {
    table: 'member_risk_dismissals',
    file: 'member-risk-dismissals.json',
    columns: words('user_id dismissed_by until'),
  },
  {
    table: 'reports',
    file: 'reports.json',
    columns:
      words(`id reporter_id reported_user_id kind subject_id reason note snapshot gym_ids status created_at closed_at
      closed_by actions`),
  },
  { table: 'weekly_mails', file: 'weekly-mails.json', columns: words('user_id week created_at') },
  {
    table: 'audit_log',
    file: 'audit-log.json',
    columns: words('id actor_id emulating action target_type target_id target_name data edits request_id created_at'),
    outlives: true,
  },
];

/** In no file: an import knows the organization, and changes rows itself. */
export const neverMoved = ['organization_id', 'updated_at'];

/** Tables that stay behind, each with the reason. */
export const leftOutTables: Partial<Record<keyof DB, string>> = {
  conversations: chat,
  conversation_members: chat,
  messages: chat,
  message_reactions: chat,
  pinned_messages: chat,
  poll_votes: chat,
  group_links: chat,
  session_messages: chat,
  logins: 'sign-ins belong to the installation',
  refresh_tokens: 'sign-ins belong to the installation',
  push_subscriptions: 'devices belong to a sign-in',
  social_identities: 'a way to sign in, which its member links again',
  email_codes: token,
  password_resets: token,
  calendar_feeds: token,
  spent_proofs: token,
  mails: 'contain codes and links',
  setup_invitations: 'an import asks whether to send them',
  notification_actors: 'only announcements are moved, which have none',
  notification_deliveries: 'pushes and mails that wait here go out here',
  friend_suggestions: 'personal, and computed anew',
  member_risks: 'computed anew every night',
  member_risk_runs: 'computed anew every night',
  member_risk_models: 'computed anew every week',
  member_risk_names: 'what this installation foretold',
  training_facts: 'computed anew',
  training_changes: 'computed anew',
  training_refreshes: 'computed anew',
  session_reminders: 'reminders are sent by the installation that runs',
  analytics_changes: 'figures are counted anew',
  analytics_days: 'figures are counted anew',
  analytics_hours: 'figures are counted anew',
  analytics_members: 'figures are counted anew',
  analytics_people: 'figures are counted anew',
  analytics_refreshes: 'figures are counted anew',
  analytics_types: 'figures are counted anew',
  imports: 'can be undone only where they were made',
  imported_users: 'can be undone only where they were made',
  imported_sessions: 'can be undone only where they were made',
  organization_exports: 'belong to the installation',
  report_files: 'follows the reports',
  files: 'the photos themselves are in the zip',
  event_scopes: 'live events belong to the installation',
  live_events: 'live events belong to the installation',
  demo_sessions: demo,
  demo_stock: demo,
  demo_data_jobs: demo,
  nominations: 'belong to the platform',
  organization_sizes: 'counted anew every night',
  nodes: 'belong to the installation',
  keys_in_use: 'belong to the installation',
  web_builds: 'belong to the installation',
  web_assets: 'belong to the installation',
  backups: 'belong to the installation',
  guesses: 'limits belong to the installation',
  rate_limits: 'limits belong to the installation',
  demo_limits: 'limits belong to the installation',
  idempotency_keys: 'answers belong to the installation',
  migrations: 'belong to the installation',
};

/** Where photos are in the zip; a photo keeps its name. */
export const PHOTO_FOLDER = 'photos/';

export const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  product_version: z.string(),
  made_at: z.string(),
  organization: z.object({ id: z.guid().toLowerCase(), name: z.string() }),
  files: z.record(
    z.string(),
    z.object({
      bytes: z.number().int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      rows: z.number().int().min(0).optional(),
    }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;
