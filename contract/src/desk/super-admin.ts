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

const DemoDataJob = z
  .object({
    id: Id,
    status: z.enum(['queued', 'running', 'done', 'failed']),
    progress: z.number().int().min(0).max(100),
    message: z.string(),
    organization_id: Id.nullable().describe('The organization that was created or filled.'),
    created_at: Instant,
    finished_at: Instant.nullable(),
  })
  .meta({ id: 'DemoDataJob' });

export const generateDemoData = endpoint({
  method: 'POST',
  path: '/super-admin/demo-data/',
  access: 'super_admin',
  summary: 'Fill an organization, or a new one, with sample people, sessions and chats; runs as a job.',
  body: z.object({
    organization_id: Id.optional().describe('A new organization unless given.'),
    gyms: z.number().int().min(1).max(10).default(2),
    members: z.number().int().min(1).max(2000).default(40),
    weeks: z.number().int().min(1).max(26).default(8),
    seed: z.number().int().min(0).max(2_147_483_647).optional(),
  }),
  returns: DemoDataJob,
  status: 202,
  errors: ['organization_not_found'],
});

export const getDemoDataJob = endpoint({
  method: 'GET',
  path: '/super-admin/demo-data/:jobId/',
  access: 'super_admin',
  summary: 'The progress of a demo-data job.',
  params: z.object({ jobId: Id }),
  returns: DemoDataJob,
  errors: ['job_not_found'],
});

const NominationStatus = z.enum(['new', 'contacted', 'registered', 'declined']);
const Nomination = z
  .object({
    ...GymNomination.shape,
    // Stored before names were checked for addresses.
    ...{ nominator_first_name: z.string(), nominator_last_name: z.string(), gym_name: z.string() },
    id: Id,
    status: NominationStatus,
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
  body: z.object({ status: NominationStatus }),
  returns: Nomination,
  errors: ['nomination_not_found'],
});
