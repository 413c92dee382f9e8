import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import { byId, Email, FirstName, Instant, LastName } from '../api/primitives.ts';
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
