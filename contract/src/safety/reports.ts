import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { beforeId, pageOf, pageQuery } from '../api/page.ts';
import { byId, Id, Instant, InstantInput, line, paragraph, queryNumber } from '../api/primitives.ts';
import { Gym } from '../gyms/gyms.ts';
import { largestPage, longestReportNote } from '../limits.ts';
import { Person } from '../users/users.ts';
import { reportReasons } from './report-reasons.ts';

export const ReportKind = z.enum(['user', 'message', 'session_message', 'session']);
export type ReportKind = z.infer<typeof ReportKind>;
const ReportReason = z.enum(reportReasons);
const ReportStatus = z.enum(['open', 'resolved', 'dismissed']);
const ReportAction = z.enum(['warn', 'remove', 'suspend']);

export const createReport = endpoint({
  method: 'POST',
  path: '/reports/',
  access: 'member',
  emulating: 'refused',
  summary:
    "Report a member, a message or a session to the gym's admins, also across a block. While a report is open, a repeat answers it.",
  body: z.object({
    kind: ReportKind,
    id: Id.describe('Of the member, the message or the session.'),
    reason: ReportReason,
    note: paragraph({ max: longestReportNote }).default(''),
  }),
  returns: z.object({ id: Id, created_at: Instant }),
  status: 201,
  errors: ['user_not_found', 'message_not_found', 'session_not_found', 'not_yourself'],
  limit: 'report',
});

/** No more than a name: across a block the rest of a profile stays hidden. */
const MetPerson = Person.pick({ id: true, first_name: true, last_name: true, avatar_color: true });

export const listMetPeople = endpoint({
  method: 'GET',
  path: '/reports/people/',
  access: 'member',
  cost: 5,
  summary:
    'People the caller has met, the latest first, to report or block them. A block in either direction leaves nobody out, and nothing marks one.',
  query: pageQuery().extend({ q: line({ max: 100 }).optional() }),
  returns: pageOf(MetPerson.extend({ met_at: Instant.describe('When something last happened between the two.') })),
});

export const listReportable = endpoint({
  method: 'GET',
  path: '/reports/people/:id/',
  access: 'member',
  cost: 5,
  shows: 'private',
  summary:
    'What the caller could read of somebody they have met, until one of the two blocked the other, to report it.',
  params: byId,
  returns: z.object({
    person: MetPerson,
    things: z
      .array(
        z.object({
          kind: ReportKind.exclude(['user']),
          id: Id,
          title: z.string().describe("The group's name or the session's title; empty for a direct chat."),
          text: z.string(),
          has_photo: z.boolean(),
          at: Instant,
        }),
      )
      .describe('At most 50, newest first.'),
  }),
  errors: ['user_not_found'],
});

/** What was reported, as it was at that moment. */
const ReportedContent = z.object({
  is_withheld: z.boolean().describe('True for Spotter support and a message of a chat: the rest is empty.'),
  title: z.string().describe("The member's name, the session's title, or the group's name."),
  text: z.string().describe("The message, the member's bio, or the session's description."),
  at: Instant.nullable().describe('When the message was sent, or when the session starts.'),
  has_photo: z.boolean().describe('Whether `getReportPhoto` sends one.'),
  context: z
    .array(z.object({ sender: Person.nullable(), text: z.string(), at: Instant }))
    .describe('The messages before it that the reporter could read, oldest first.'),
});

const ReportSummary = z.object({
  id: Id,
  kind: ReportKind,
  subject_id: Id.describe('The member, message or session; it may be gone.'),
  status: ReportStatus,
  reason: ReportReason,
  note: z.string(),
  reporter: Person.nullable().describe('Null when the account is deleted. Never shown to the reported member.'),
  reported: Person,
  gyms: z.array(Gym.pick({ id: true, name: true })).describe('Gyms whose admins see the report.'),
  created_at: Instant,
  closed_at: Instant.nullable(),
  closed_by: Person.nullable().describe('Null while it is open, for Spotter support, and when the account is deleted.'),
  actions: z.array(ReportAction).describe('What was done; none for a dismissed report.'),
});

export const Report = ReportSummary.extend({
  content: ReportedContent,
  other_reports: z.number().int().describe('Further reports about the same member.'),
  is_reported_active: z.boolean().describe('False when the account is switched off.'),
  can_remove: z.boolean().describe('Whether the message is still there, or the session still to come.'),
}).meta({ id: 'Report' });
export type Report = z.infer<typeof Report>;

export const listReports = endpoint({
  method: 'GET',
  path: '/admin/reports/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: 'Reports about what the caller manages, newest first; never reports about the caller.',
  query: z.object({
    status: z.enum([...ReportStatus.options, 'closed']).default('open'),
    before: beforeId,
    page_size: queryNumber(1, largestPage).default(20),
  }),
  returns: pageOf(ReportSummary),
});

export const getReport = endpoint({
  method: 'GET',
  path: '/admin/reports/:id/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: 'One report with what was reported, as it was then.',
  params: byId,
  returns: Report,
  errors: ['report_not_found'],
});

export const getReportPhoto = endpoint({
  method: 'GET',
  path: '/admin/reports/:id/photo/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: 'The photo that was reported, even if it was deleted later.',
  params: byId,
  sends: 'image/webp',
  errors: ['report_not_found'],
});

export const resolveReport = endpoint({
  method: 'POST',
  path: '/admin/reports/:id/resolve/',
  access: 'gym_admin',
  insideOrganization: true,
  sentOnce: true,
  needsVerifiedEmail: true,
  summary: 'Close a report: warn the member, remove what was reported, suspend the account, or dismiss it.',
  params: byId,
  body: z
    .object({
      actions: z.array(ReportAction).max(3).describe('Empty: the report is dismissed.'),
      message: paragraph({ max: longestReportNote }).default('').describe('To the member, with a warning.'),
      suspended_until: InstantInput.nullable()
        .default(null)
        .describe('When a suspended account opens again; null: when an admin opens it.'),
    })
    .refine(({ actions, message }) => !actions.includes('warn') || message !== '', {
      path: ['message'],
      error: 'Write a few words to the member',
    }),
  returns: Report,
  errors: ['report_not_found', 'report_closed', 'last_org_admin'],
});
