import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Id, Instant, paragraph } from '../api/primitives.ts';
import { longestStaffNote } from '../limits.ts';
import { Person } from '../users/users.ts';
import { AuditEdit } from './audit-log.ts';

/** What staff know about a member. The member reads it only in a copy of their data. */
export const StaffNote = z
  .object({
    id: Id,
    author: Person.nullable().describe('Null after the account of the author was deleted.'),
    text: z.string(),
    can_edit: z.boolean().describe('Authors change and delete their own notes.'),
    created_at: Instant,
    edited_at: Instant.nullable(),
  })
  .meta({ id: 'StaffNote' });

const noteBody = z.object({ text: paragraph({ max: longestStaffNote, required: 'Write something first' }) });
const byNote = z.object({ id: Id, noteId: Id });

export const createStaffNote = endpoint({
  method: 'POST',
  path: '/admin/users/:id/notes/',
  access: 'gym_admin',
  insideOrganization: true,
  sentOnce: true,
  summary: 'Leave a note about a member for other staff.',
  params: byId,
  body: noteBody,
  returns: StaffNote,
  status: 201,
  errors: ['user_not_found'],
  limit: 'create',
});

export const updateStaffNote = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/notes/:noteId/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: 'Change a note of your own.',
  params: byNote,
  body: noteBody,
  returns: StaffNote,
  errors: ['user_not_found', 'note_not_found'],
});

export const deleteStaffNote = endpoint({
  method: 'DELETE',
  path: '/admin/users/:id/notes/:noteId/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: 'Delete a note of your own.',
  params: byNote,
  errors: ['user_not_found', 'note_not_found'],
});

/** A session the member was or will be in. */
const RecordedSession = z.object({
  id: Id,
  title: z.string(),
  gym_name: z.string(),
  starts_at: Instant,
  timezone: z.string(),
  is_host: z.boolean(),
  status: z.enum(['upcoming', 'attended', 'missed', 'unknown', 'cancelled']),
});

export const getMemberRecord = endpoint({
  method: 'GET',
  path: '/admin/users/:id/record/',
  access: 'gym_admin',
  cost: 5,
  insideOrganization: true,
  summary: 'What staff see of a member besides the account: sessions, who brought them, notes and changes.',
  params: byId,
  returns: z.object({
    totals: z.object({
      sessions: z.number().int().describe('Sessions that are over and took place.'),
      attended: z.number().int(),
      missed: z.number().int(),
      hosted: z.number().int(),
      upcoming: z.number().int(),
    }),
    sessions: z.array(RecordedSession).describe('The latest 30, upcoming ones included, newest first.'),
    invited_by: z
      .object({
        person: Person.nullable(),
        code: z.string().nullable().describe('The invite code the member joined with.'),
        joined_at: Instant,
      })
      .nullable(),
    brought: z.number().int().describe('People this member brought.'),
    notes: z.array(StaffNote).describe('Newest first.'),
    changes: z
      .array(
        z.object({
          id: Id,
          actor: Person.nullable(),
          emulating: z.boolean(),
          sentence: z.string().describe("What happened, after the actor's name."),
          edits: z.array(AuditEdit),
          created_at: Instant,
        }),
      )
      .describe('The latest 30 entries of the audit log about this account, newest first.'),
  }),
  errors: ['user_not_found'],
});
