import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import { byId, Id, Instant, InstantInput, line, paragraph } from '../api/primitives.ts';
import { Gym } from '../gyms/gyms.ts';
import { longestAnnouncement, longestAnnouncementTitle } from '../limits.ts';
import { Person } from '../users/users.ts';

/** An announcement as its admins see it. */
const Announcement = z
  .object({
    id: Id,
    title: z.string(),
    body: z.string(),
    gym_id: Id.nullable(),
    gym: Gym.pick({ id: true, name: true }).nullable().describe('Null for the whole organization.'),
    status: z.enum(['scheduled', 'sending', 'sent', 'cancelled']),
    send_at: Instant,
    sent_at: Instant.nullable(),
    author: Person.nullable().describe('Null for Spotter support, and when the account is deleted.'),
    recipients: z.number().int().describe('How many members it has gone to so far.'),
    read_count: z.number().int(),
    version: z.number().int(),
    created_at: Instant,
  })
  .meta({ id: 'Announcement' });

const content = {
  title: line({ max: longestAnnouncementTitle, required: 'Title is required' }),
  body: paragraph({ max: longestAnnouncement }),
  gym_id: Id.nullable(),
  send_at: InstantInput.nullable().describe('When it goes out; null for now.'),
};

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/admin/announcements/',
  access: 'gym_admin',
  insideOrganization: true,
  sentOnce: true,
  needsVerifiedEmail: true,
  summary: 'Send an announcement to every member of the organization or of one gym, now or later.',
  body: z.object({
    ...content,
    body: content.body.default(''),
    gym_id: content.gym_id.default(null),
    send_at: content.send_at.default(null),
  }),
  returns: Announcement,
  status: 201,
  errors: ['gym_not_found'],
  limit: 'announce',
});

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/admin/announcements/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: 'Announcements of what the caller manages, the latest first.',
  query: pageQuery(),
  returns: pageOf(Announcement),
});

export const countAnnouncementRecipients = endpoint({
  method: 'GET',
  path: '/admin/announcements/recipients/',
  access: 'gym_admin',
  cost: 10,
  insideOrganization: true,
  summary: 'How many members an announcement would reach now.',
  query: z.object({ gym_id: Id.optional() }),
  returns: z.object({ recipients: z.number().int() }),
  errors: ['gym_not_found'],
});

export const updateAnnouncement = endpoint({
  method: 'PATCH',
  path: '/admin/announcements/:id/',
  access: 'gym_admin',
  insideOrganization: true,
  needsVerifiedEmail: true,
  summary: 'Change an announcement that has not gone out yet.',
  params: byId,
  body: z
    .object({ ...content, version: z.number().int().describe('The version that was read; another one answers 409.') })
    .partial(),
  returns: Announcement,
  errors: ['announcement_not_found', 'announcement_sent', 'gym_not_found', 'changed_meanwhile'],
});

export const cancelAnnouncement = endpoint({
  method: 'POST',
  path: '/admin/announcements/:id/cancel/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: 'Cancel an announcement that has not gone out yet.',
  params: byId,
  returns: Announcement,
  errors: ['announcement_not_found', 'announcement_sent'],
});

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/announcements/:id/',
  access: 'member',
  summary: 'An announcement for the caller, with its whole text.',
  params: byId,
  returns: z.object({
    id: Id,
    title: z.string(),
    body: z.string(),
    gym: Gym.pick({ id: true, name: true }).nullable(),
    sent_at: Instant,
    unread_notification_id: Id.nullable().describe("The caller's notification about it, while it is unread."),
  }),
  errors: ['announcement_not_found'],
});
