import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { Id, Instant, line, paragraph } from './api/primitives.ts';

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/admin/announcements/',
  access: 'gym_admin',
  summary: 'Send an announcement to every member of the organization or of one gym.',
  body: z.object({
    title: line({ max: 120, required: 'Title is required' }),
    body: paragraph({ max: 4000 }).default(''),
    gym_id: Id.nullable().default(null),
  }),
  returns: z.object({ id: Id, title: z.string(), body: z.string(), gym_id: Id.nullable(), created_at: Instant }),
  status: 201,
  errors: ['gym_not_found'],
});
