import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import { byId, Email, FirstName, Id, Instant, LastName } from '../api/primitives.ts';
import { GymNomination } from '../gyms/gyms.ts';
import { Person } from '../users/users.ts';

const SuperUser = Person.extend({ email: z.string(), last_seen_at: Instant.nullable(), created_at: Instant }).meta({
  id: 'SuperUser',
});

export const listSuperUsers = endpoint({
  method: 'GET',
  path: '/super-admin/users/',
  access: 'super_admin',
  summary: 'The super admins.',
  query: pageQuery(50),
  returns: pageOf(SuperUser),
});

export const createSuperUser = endpoint({
  method: 'POST',
  path: '/super-admin/users/',
  access: 'super_admin',
  needsVerifiedEmail: true,
  cost: 20,
  summary: 'Create a super admin and mail them a setup code.',
  body: z.object({ email: Email, first_name: FirstName, last_name: LastName }),
  returns: SuperUser,
  status: 201,
  errors: ['email_taken'],
  limit: 'mail',
});

export const deleteSuperUser = endpoint({
  method: 'DELETE',
  path: '/super-admin/users/:id/',
  access: 'super_admin',
  summary: 'Remove a super admin; the last one stays.',
  params: byId,
  errors: ['user_not_found', 'last_super_admin', 'not_yourself'],
});

const NominationStatus = z.enum(['new', 'contacted', 'registered', 'declined']);
const Nomination = z
  .object({
    ...GymNomination.shape,
    // Stored before names were checked for addresses.
    ...{ nominator_first_name: z.string(), nominator_last_name: z.string(), gym_name: z.string() },
    id: Id,
    status: NominationStatus,
    became: z.object({ id: Id, name: z.string() }).optional().describe('The organization it became.'),
    created_at: Instant,
  })
  .meta({ id: 'Nomination' });

export const listNominations = endpoint({
  method: 'GET',
  path: '/super-admin/nominations/',
  access: 'super_admin',
  summary: 'Gyms that visitors nominated, newest first.',
  query: pageQuery(50).extend({ status: NominationStatus.optional() }),
  returns: pageOf(Nomination),
});

export const updateNomination = endpoint({
  method: 'PATCH',
  path: '/super-admin/nominations/:id/',
  access: 'super_admin',
  summary: 'Set the status of a nomination.',
  params: byId,
  body: z.object({
    status: NominationStatus,
    seen_status: NominationStatus.optional().describe('The status that was seen; another one is refused.'),
  }),
  returns: Nomination,
  errors: ['nomination_not_found', 'changed_meanwhile'],
});
