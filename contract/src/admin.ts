import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { pageOf, pageQuery } from './api/page.ts';
import {
  byId,
  Email,
  FirstName,
  Id,
  Instant,
  idList,
  LastName,
  line,
  Password,
  paragraph,
  phone,
  queryFlag,
} from './api/primitives.ts';
import { Gym } from './gyms/gyms.ts';
import { isSuperAdmin } from './roles.ts';
import { FitnessLevel, Person, Role } from './users/users.ts';

/** A member as their admins see them. */
export const AdminUser = Person.extend({
  email: z.string(),
  email_verified: z.boolean(),
  role: Role,
  phone: z.string().nullable(),
  is_active: z.boolean(),
  onboarding_completed: z.boolean(),
  default_gym: Gym.pick({ id: true, name: true }).nullable(),
  gyms: z.array(Gym.pick({ id: true, name: true })).describe('The gyms the member may use.'),
  managed_gym_ids: z.array(Id).describe('The gyms the member manages as a gym_admin.'),
  sessions_last_30_days: z.number().int(),
  last_seen_at: Instant.nullable(),
  can_manage: z.boolean().describe('Whether the caller may change this account.'),
  created_at: Instant,
}).meta({ id: 'AdminUser' });

/** Admins can't make super admins. */
const GrantableRole = Role.refine((role) => !isSuperAdmin(role), 'Only a super admin can create super admins');

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users/',
  access: 'gym_admin',
  summary: 'The users the caller manages.',
  query: pageQuery().extend({
    search: line({ max: 100 }).optional(),
    role: Role.optional(),
    gym_id: Id.optional(),
    is_active: queryFlag.optional(),
    organization_id: Id.optional(),
    order: z.enum(['name', 'newest', 'last_seen']).default('name'),
  }),
  returns: pageOf(AdminUser),
  errors: ['gym_not_found', 'organization_not_found'],
});

export const createUser = endpoint({
  method: 'POST',
  path: '/admin/users/',
  access: 'gym_admin',
  demo: 'refused',
  summary: 'Create an account and mail its owner a setup code.',
  body: z.object({
    email: Email,
    first_name: FirstName,
    last_name: LastName,
    role: GrantableRole.default('regular_user'),
    gym_ids: idList(100).optional(),
    phone: phone().optional(),
  }),
  returns: AdminUser,
  status: 201,
  errors: ['email_taken', 'gym_not_found'],
  limit: 'mail',
});

export const getAdminUser = endpoint({
  method: 'GET',
  path: '/admin/users/:id/',
  access: 'gym_admin',
  summary: 'One user the caller manages.',
  params: byId,
  returns: AdminUser,
  errors: ['user_not_found'],
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/admin/users/:id/',
  access: 'gym_admin',
  summary: "Change a member's details, or turn the account on and off.",
  params: byId,
  body: z
    .object({
      first_name: FirstName,
      last_name: LastName,
      phone: phone().nullable(),
      fitness_level: FitnessLevel.nullable(),
      is_active: z.boolean(),
    })
    .partial(),
  returns: AdminUser,
  errors: ['user_not_found', 'last_org_admin'],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/admin/users/:id/',
  access: 'gym_admin',
  summary: 'Delete a member and all their data.',
  params: byId,
  errors: ['user_not_found', 'last_org_admin', 'not_yourself'],
});

export const setUserRole = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/role/',
  access: 'org_admin',
  summary: "Change a member's role; a caller can't grant a role above their own.",
  params: byId,
  body: z.object({ role: GrantableRole }),
  returns: AdminUser,
  errors: ['user_not_found', 'last_org_admin'],
});

export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/admin/users/:id/reset_password/',
  access: 'gym_admin',
  demo: 'refused',
  summary: "Set a member's password, or mail them a setup code; ends their sign-ins.",
  params: byId,
  body: z.object({ password: Password.optional() }),
  errors: ['user_not_found', 'password_too_common'],
  limit: 'mail',
});

export const verifyUserEmail = endpoint({
  method: 'POST',
  path: '/admin/users/:id/verify_email/',
  access: 'gym_admin',
  summary: "Mark a member's email as verified.",
  params: byId,
  returns: AdminUser,
  errors: ['user_not_found'],
});

export const completeUserOnboarding = endpoint({
  method: 'POST',
  path: '/admin/users/:id/complete_onboarding/',
  access: 'gym_admin',
  summary: "Mark a member's onboarding as done.",
  params: byId,
  returns: AdminUser,
  errors: ['user_not_found'],
});

export const setUserGymAccess = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/gym_access/',
  access: 'org_admin',
  summary: 'Set which gyms a member may use, and which of them a gym_admin manages.',
  params: byId,
  body: z
    .object({
      gym_ids: z.array(Id).max(100),
      managed_gym_ids: z.array(Id).max(100).default([]),
      default_gym_id: Id.nullable().optional(),
    })
    .refine(({ gym_ids, managed_gym_ids }) => managed_gym_ids.every((id) => gym_ids.includes(id)), {
      path: ['managed_gym_ids'],
      error: 'A member manages only gyms they may use',
    }),
  returns: AdminUser,
  errors: ['user_not_found', 'gym_not_found'],
});

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
