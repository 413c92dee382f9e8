import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { Id, Instant, idList } from '../api/primitives.ts';
import { mostSelected } from '../limits.ts';
import { userFilter } from './accounts.ts';
import { Person } from './users.ts';

/** How many accounts one call changes; a client repeats it with `after`. */
export const largestBulk = 200;

/** Some users by id, or all that a filter finds. */
const selection = z.union([z.object({ ids: idList(mostSelected) }), z.object({ matching: z.object(userFilter) })], {
  error: 'Choose people, or all that match',
});

export const bulkActions = ['deactivate', 'activate', 'give_gym', 'take_gym', 'resend_setup'] as const;

export const getMailQuota = endpoint({
  method: 'GET',
  path: '/admin/mail-quota/',
  access: 'gym_admin',
  insideOrganization: true,
  summary:
    "How many mails with setup codes wait, and how many the organization may still send today to people who haven't answered one.",
  returns: z.object({
    used: z.number().int(),
    most: z
      .number()
      .int()
      .nullable()
      .describe('Grows with the age of the organization and with answers. Null: no limit.'),
    resets_at: Instant.nullable().describe('When the day ends that began with the first of these mails.'),
    waiting: z.number().int().describe('Members who wait for the mail with their setup code.'),
    goes_today: z.number().int().describe('How many of them get it before `resets_at`.'),
  }),
});

export const changeUsers = endpoint({
  method: 'POST',
  path: '/admin/users/bulk/',
  access: 'gym_admin',
  insideOrganization: true,
  demo: 'refused',
  // Only the answer says whom an undo concerns.
  sentOnce: true,
  largestBody: 128 * 1024,
  needsVerifiedEmail: true,
  summary: 'Change several users at once, a part at a time.',
  body: z
    .object({
      action: z.enum(bulkActions),
      selection,
      gym_id: Id.optional(),
      after: Id.optional().describe('Continues after this id, from the `next` of the last answer.'),
    })
    .refine(({ action, gym_id }) => !action.endsWith('_gym') || gym_id !== undefined, {
      path: ['gym_id'],
      error: 'Choose a location',
    }),
  returns: z.object({
    handled: z.number().int(),
    changed_ids: z.array(Id).describe('Whose account this call changed; the others were like that already.'),
    failed: z.array(z.object({ user: Person, reason: z.string() })),
    next: Id.nullable(),
  }),
  errors: ['gym_not_found', 'user_not_found'],
});

export const exportUsers = endpoint({
  method: 'POST',
  path: '/admin/users/export/',
  access: 'gym_admin',
  cost: 300,
  insideOrganization: true,
  forgets: true,
  largestBody: 128 * 1024,
  summary: 'The users of a list as a CSV file.',
  body: z.object({ selection }),
  sends: 'text/csv',
  errors: ['gym_not_found', 'user_not_found'],
  limit: 'export',
});
