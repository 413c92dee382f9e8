import type { AuditKind } from '@spotter/contract/desk/audit-kinds.ts';
import type { TimeWords } from '@spotter/contract/time-words.ts';
import type { AuditAction } from '#platform/audit-actions.ts';
import { usualWords } from '#platform/reader-words.ts';

/** What a sentence is made of: the target's current name, if it still has one, what was noted then, and the reader's words. */
export type AuditFacts = { target: string | null; data: Record<string, unknown>; words?: TimeWords };

type AuditWords = { kind: AuditKind; say(facts: AuditFacts): string };

const about = (kind: AuditKind, say: AuditWords['say']): AuditWords => ({ kind, say });
const users = (say: AuditWords['say']) => about('users', say);
const codes = (say: AuditWords['say']) => about('invite_codes', say);

const news = (say: AuditWords['say']) => about('announcements', say);
const reports = (say: AuditWords['say']) => about('reports', say);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
const named = (name: string | null, unknown: string) => name || unknown;
const member = ({ target }: AuditFacts) => named(target, 'a former member');
const code = ({ target, data }: AuditFacts) => named(target ?? text(data.code), 'that is gone');
const title = ({ target }: AuditFacts) => (target ? `“${target}”` : 'that is gone');

const savedTheme = ({ data }: AuditFacts) => named(text(data.name), 'that is gone');
const images: Record<string, string> = { logo: 'a logo', favicon: 'an app icon', workout_icon: 'a workout icon' };
const image = (type: unknown) => images[text(type)] ?? 'an image';
const gyms = (say: AuditWords['say']) => about('locations', say);
const place = ({ target, data }: AuditFacts) => named(target ?? text(data.name), 'that is gone');
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The first of several gyms, and how many more. */
const places = (facts: AuditFacts) => {
  const more = Array.isArray(facts.data.gym_ids) ? facts.data.gym_ids.length - 1 : 0;
  return more > 0 ? `${place(facts)} and ${more} more` : place(facts);
};
const day = (value: unknown, { words = usualWords }: AuditFacts) => {
  const date = text(value).slice(0, 10);
  return Number.isNaN(Date.parse(date)) ? '' : words.longDate(date);
};
const days = (facts: AuditFacts) => {
  const { from, to } = record(facts.data.override);
  return from === to ? day(from, facts) : `${day(from, facts)} to ${day(to, facts)}`;
};
const counted = (count: number, thing: string) => `${count.toLocaleString('en')} ${thing}${count === 1 ? '' : 's'}`;
const sessions = (count: number) => counted(count, 'session');
const members = (count: number) => counted(count, 'member');
const moved = ({ data }: AuditFacts) =>
  number(data.moved_sessions) > 0 ? ` (${sessions(number(data.moved_sessions))} moved)` : '';

/** What became of the sessions that the change affected. */
const settled = ({ data }: AuditFacts) => {
  const made = record(data.sessions);
  const parts = ['moved', 'cancelled'].flatMap((word) => {
    const count = number(made[word]);
    return count > 0 ? [`${sessions(count)} ${word}`] : [];
  });
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
};

/** A role or a provider as the screens name it. */
const labels: Record<string, string> = {
  regular_user: 'member',
  gym_admin: 'location admin',
  org_admin: 'organization admin',
  google: 'Google',
  apple: 'Apple',
};
const label = (value: unknown) => labels[text(value)] ?? text(value).replaceAll('_', ' ');

const fieldNames: Record<string, string> = { is_active: 'the access' };
/** The log has the names of the changed fields only. */
const fields = (value: unknown) => {
  const names = Array.isArray(value) ? value.map(text) : [];
  return names.map((name) => fieldNames[name] ?? `the ${name.replaceAll('_', ' ')}`).join(', ') || 'something';
};

/** Everything that is audited, in words that follow the actor's name. */
export const auditWords: Record<AuditAction, AuditWords> = {
  startEmulation: about('sign_in', ({ data }) => {
    // Entries of earlier releases know no reasons.
    if (data.reason === undefined) return 'opened your organization to help';
    return data.reason
      ? `opened your organization: “${text(data.reason)}”`
      : 'opened your organization without giving a reason';
  }),
  stopEmulation: about('sign_in', ({ data }) =>
    data.expired ? 'left your organization when the hour was over' : 'left your organization',
  ),
  linkProvider: about('sign_in', ({ data }) => `linked ${label(data.provider)} to their account`),
  unlinkProvider: about('sign_in', ({ data }) => `unlinked ${label(data.provider)} from their account`),
  deleteMe: about('sign_in', () => 'deleted their account'),

  'user.created': users((facts) => `added ${member(facts)}`),
  'user.updated': users((facts) => `changed ${fields(facts.data.fields)} of ${member(facts)}`),
  'user.activated': users((facts) => `turned the account of ${member(facts)} on`),
  'user.deactivated': users((facts) => `deactivated ${member(facts)}`),
  'user.onboarding_completed': users((facts) => `completed the onboarding of ${member(facts)}`),
  'user.deleted': users(() => 'deleted a member'),
  'user.setup_resent': users((facts) => `sent ${member(facts)} a new setup code`),
  'users.exported': users(() => 'exported users'),
  'users.imported': users(({ data }) => `imported ${members(number(data.made))}`),
  'sessions.imported': users(({ data }) => `imported ${sessions(number(data.made))}`),
  'import.undone': users(
    ({ data }) =>
      `undid an import and removed ${data.kind === 'sessions' ? sessions(number(data.removed)) : members(number(data.removed))}`,
  ),
  'staff_note.created': users((facts) => `wrote a note about ${member(facts)}`),
  'staff_note.updated': users((facts) => `changed a note about ${member(facts)}`),
  'staff_note.deleted': users((facts) => `deleted a note about ${member(facts)}`),
  'user.role_changed': users((facts) => {
    const role = label(facts.data.to ?? facts.data.role);
    return `made ${member(facts)} ${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`;
  }),
  'user.gym_access_changed': users((facts) => `changed which locations ${member(facts)} can use`),
  'user.password_reset': users((facts) => `reset the password of ${member(facts)}`),
  'user.email_corrected': users((facts) => `corrected the email of ${member(facts)}`),
  'user.email_verified': users((facts) => `marked the email of ${member(facts)} as verified`),

  'member_at_risk.remedy_tried': users((facts) => {
    const { kind } = facts.data;
    if (kind === 'invite') return `invited ${member(facts)} to a session, to win them back`;
    if (kind === 'ask_friend') return `asked a friend of ${member(facts)} to say hello`;
    return `wrote to ${member(facts)}, to win them back`;
  }),
  'member_at_risk.dismissed': users((facts) => `took ${member(facts)} off the members at risk for 30 days`),
  'member_at_risk.restored': users((facts) => `put ${member(facts)} back on the members at risk`),

  'invite_code.created': codes((facts) => {
    const made = number(facts.data.codes);
    return made > 1 ? `created ${made} invite codes` : `created the invite code ${code(facts)}`;
  }),
  'invite_code.mailed': codes((facts) => {
    const people = number(facts.data.people);
    return `mailed ${people === 1 ? '1 person' : `${people} people`} ${facts.data.code ? `the invite code ${code(facts)}` : 'an invite code'}`;
  }),
  'invite_code.updated': codes((facts) => {
    const { is_active } = facts.data;
    if (typeof is_active === 'boolean') return `switched ${is_active ? 'on' : 'off'} the invite code ${code(facts)}`;
    return `changed the invite code ${code(facts)}`;
  }),
  'invite_code.deleted': codes((facts) => `deleted the invite code ${code(facts)}`),

  'organization.created': about('data', () => 'created the organization'),
  'organization.updated': about('data', ({ data }) => {
    if (typeof data.is_active === 'boolean') return `switched the organization ${data.is_active ? 'on' : 'off'}`;
    if (typeof data.white_label_enabled === 'boolean')
      return `switched the white label ${data.white_label_enabled ? 'on' : 'off'}`;
    if (typeof data.mail_limit_lifted === 'boolean')
      return `${data.mail_limit_lifted ? 'lifted' : 'restored'} the daily limit of invite emails`;
    if (typeof data.storage_times === 'number')
      return data.storage_times === 1
        ? 'set the space for photos to the usual size'
        : `set the space for photos to ${data.storage_times} times the usual size`;
    return `renamed the organization to ${text(data.name)}`;
  }),
  'organization.exported': about('data', () => 'exported the whole organization'),
  'organization.export_downloaded': about('data', () => 'downloaded an export of the organization'),
  'organization.export_deleted': about('data', () => 'deleted an export of the organization'),
  'organization.imported': about(
    'data',
    ({ data }) => `imported the organization, with ${members(number(data.members))}`,
  ),
  'super_user.created': about('users', ({ data }) => `made ${text(data.email)} a super admin`),
  'super_user.removed': about('users', ({ data }) => `removed the super admin ${text(data.email)}`),
  'job.retried': about('data', ({ data }) => `ran the failed job ${text(data.job)} again`),
  'job.discarded': about('data', ({ data }) => `discarded the failed job ${text(data.job)}`),
  'mail.sent_again': about('data', ({ data }) => `sent a failed ${text(data.kind).replaceAll('_', ' ')} mail again`),
  'mail.all_sent_again': about('data', ({ data }) => `sent failed mails again (${number(data.mails)})`),
  'nomination.updated': about(
    'data',
    ({ data }) => `marked the nomination of ${text(data.gym)} as ${text(data.status)}`,
  ),
  'organization.deleted': about('data', ({ data }) => `deleted the organization ${text(data.name)}`),
  'demo.ended': about('data', () => 'ended a demo'),
  'demo.all_ended': about('data', ({ data }) => `ended all demos (${number(data.demos)})`),
  'demo.limits_changed': about('data', () => 'changed the limits of demos'),
  'demo_data.started': about('data', ({ data }) => `made demo data with ${members(number(data.members))}`),
  'demo_data.cancelled': about('data', () => 'cancelled the making of demo data'),
  'demo_data.removed': about('data', () => 'removed demo data'),

  'organization.restored': about('data', () => 'restored the organization'),
  'organization.removed': about('data', ({ data }) => `removed the organization ${text(data.name)} for good`),

  'gym.created': gyms((facts) => `added the location ${place(facts)}`),
  'gym.updated': gyms((facts) =>
    facts.data.timezone
      ? `moved ${place(facts)} to the timezone ${text(facts.data.timezone)}${moved(facts)}`
      : `changed the location ${place(facts)}`,
  ),
  'gym.closed': gyms((facts) => `closed the location ${place(facts)}${settled(facts)}`),
  'hours.updated': gyms((facts) => `changed the hours of ${places(facts)}${settled(facts)}`),
  'schedule_override.created': gyms(
    (facts) => `set special hours for ${places(facts)}, ${days(facts)}${settled(facts)}`,
  ),
  'schedule_override.updated': gyms(
    (facts) => `changed special hours of ${places(facts)}, ${days(facts)}${settled(facts)}`,
  ),
  'schedule_override.deleted': gyms(
    (facts) => `removed special hours of ${places(facts)}, ${days(facts)}${settled(facts)}`,
  ),
  'announcement.sent': news((facts) => `sent the announcement ${title(facts)}`),
  'announcement.scheduled': news((facts) => `scheduled the announcement ${title(facts)}`),
  'announcement.updated': news((facts) => `changed the scheduled announcement ${title(facts)}`),
  'announcement.cancelled': news((facts) => `cancelled the announcement ${title(facts)}`),

  'report.dismissed': reports((facts) => `dismissed a report about ${member(facts)}`),
  'report.warned': reports((facts) => `warned ${member(facts)} after a report`),
  'report.removed': reports(({ target, data }) => {
    const what = data.kind === 'session' ? 'session' : 'message';
    return `removed a ${what} of ${named(target, 'a former member')} after a report`;
  }),
  'report.suspended': reports((facts) => {
    const until = day(facts.data.until, facts);
    return `suspended ${member(facts)} ${until ? `until ${until}` : 'until further notice'} after a report`;
  }),

  'session_types.updated': about('session_types', () => 'changed the session types'),
  'session_types.reset': about('session_types', () => 'reset the session types'),

  'theme.published': about('theme', () => 'changed the theme'),
  'saved_theme.created': about('theme', (facts) => `saved the theme ${savedTheme(facts)}`),
  'saved_theme.updated': about('theme', (facts) => `changed the saved theme ${savedTheme(facts)}`),
  'saved_theme.deleted': about('theme', (facts) => `deleted the saved theme ${savedTheme(facts)}`),
  'asset.uploaded': about('theme', ({ data }) => `uploaded ${image(data.asset_type)}`),
  'asset.deleted': about('theme', ({ data }) => `deleted ${image(data.asset_type)}`),
};

const isKnown = (action: string): action is AuditAction => Object.hasOwn(auditWords, action);

/** 'updateMyPreferences' as 'update my preferences', for calls of Spotter support that note nothing themselves. */
const spaced = (call: string) => call.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const auditSentence = (action: string, facts: AuditFacts): string =>
  isKnown(action) ? auditWords[action].say(facts) : `made a change: ${spaced(action)}`;

export const auditKindOf = (action: string): AuditKind | null => (isKnown(action) ? auditWords[action].kind : null);

export const auditActionsOf = (kind: AuditKind): string[] =>
  Object.entries(auditWords).flatMap(([action, words]) => (words.kind === kind ? [action] : []));
