import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import {
  byId,
  Email,
  FirstName,
  Id,
  Instant,
  InstantInput,
  idList,
  LastName,
  line,
  Password,
  phone,
  queryFlag,
} from '../api/primitives.ts';
import { Gym } from '../gyms/gyms.ts';
import { isSuperAdmin } from '../roles.ts';
import { FitnessLevel, Person, Role } from './users.ts';

/** A member as their admins see them. */
export const AdminUser = Person.extend({
  email: z.string(),
  email_verified: z.boolean(),
  role: Role,
  phone: z.string().nullable(),
  is_active: z.boolean(),
  onboarding_completed: z.boolean(),
  is_set_up: z.boolean().describe('False until the member has signed in for the first time.'),
  default_gym: Gym.pick({ id: true, name: true }).nullable(),
  gyms: z.array(Gym.pick({ id: true, name: true })).describe('The gyms the member may use.'),
  managed_gym_ids: z.array(Id).describe('The gyms the member manages as a gym_admin.'),
  sessions_last_30_days: z.number().int(),
  last_seen_at: Instant.nullable().describe('To the day, so that nobody learns who is online now.'),
  can_manage: z.boolean().describe('Whether the caller may change this account.'),
  version: z.string().describe('Changes with the details, role and gyms; send it back to notice another change.'),
  created_at: Instant,
}).meta({ id: 'AdminUser' });

/** Admins can't make super admins. */
const GrantableRole = Role.refine((role) => !isSuperAdmin(role), 'Only a super admin can create super admins');

/** The version the caller saw: a change by someone else since then answers `changed_meanwhile`. */
const version = z.string().max(64).optional();

/** Which users a list, an export or a bulk action is about. */
export const userFilter = {
  search: line({ max: 100 }).optional().describe('Words of a name, an email or a phone number.'),
  role: Role.optional().describe('`member` finds everyone who is no admin.'),
  gym_id: Id.optional(),
  is_active: queryFlag.optional(),
  onboarding_completed: queryFlag.optional(),
  is_set_up: queryFlag.optional(),
  joined_since: InstantInput.optional(),
};

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users/',
  access: 'gym_admin',
  cost: 20,
  insideOrganization: true,
  summary: 'The users the caller manages: a gym admin sees the ordinary members of their gyms.',
  query: pageQuery().extend({ ...userFilter, order: z.enum(['name', 'newest', 'last_seen']).default('name') }),
  returns: pageOf(AdminUser),
  errors: ['gym_not_found'],
});

export const createUser = endpoint({
  method: 'POST',
  path: '/admin/users/',
  access: 'gym_admin',
  insideOrganization: true,
  demo: 'refused',
  sentOnce: true,
  needsVerifiedEmail: true,
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
  insideOrganization: true,
  summary: 'One user the caller manages.',
  params: byId,
  returns: AdminUser,
  errors: ['user_not_found'],
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/admin/users/:id/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: "Change a member's details, or turn the account on and off.",
  params: byId,
  body: z
    .object({
      first_name: FirstName,
      last_name: LastName,
      phone: phone().nullable(),
      fitness_level: FitnessLevel.nullable(),
      is_active: z.boolean(),
      version,
    })
    .partial(),
  returns: AdminUser,
  errors: ['user_not_found', 'last_org_admin', 'not_yourself', 'changed_meanwhile'],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/admin/users/:id/',
  access: 'gym_admin',
  insideOrganization: true,
  crossesOrganizations: true,
  summary: 'Delete a member and all their data.',
  params: byId,
  errors: ['user_not_found', 'last_org_admin', 'not_yourself'],
});

export const setUserRole = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/role/',
  access: 'org_admin',
  insideOrganization: true,
  summary: "Change a member's role; a caller can't grant a role above their own.",
  params: byId,
  body: z.object({ role: GrantableRole, version }),
  returns: AdminUser,
  errors: ['user_not_found', 'last_org_admin', 'changed_meanwhile'],
});

export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/admin/users/:id/reset_password/',
  access: 'gym_admin',
  insideOrganization: true,
  emulating: 'refused',
  demo: 'refused',
  forgets: true,
  needsVerifiedEmail: true,
  summary:
    "Set a member's password, or mail them a setup code; ends their sign-ins. Once the member has signed in, a set password only leads to a link in their mailbox.",
  params: byId,
  body: z.object({ password: Password.optional() }),
  errors: ['user_not_found', 'password_too_common', 'not_yourself'],
  limit: 'mail',
});

export const correctUserEmail = endpoint({
  method: 'POST',
  path: '/admin/users/:id/correct_email/',
  access: 'gym_admin',
  insideOrganization: true,
  emulating: 'refused',
  demo: 'refused',
  forgets: true,
  needsVerifiedEmail: true,
  summary:
    'Correct the email of someone who has never signed in. Their setup code stops working, and a new one goes to the new address.',
  params: byId,
  body: z.object({ email: Email, version }),
  returns: AdminUser,
  errors: ['user_not_found', 'email_taken', 'already_signed_in', 'private_words_wait', 'changed_meanwhile'],
  limit: 'mail',
});

export const verifyUserEmail = endpoint({
  method: 'POST',
  path: '/admin/users/:id/verify_email/',
  access: 'gym_admin',
  insideOrganization: true,
  needsVerifiedEmail: true,
  summary: "Mark a member's email as verified.",
  params: byId,
  returns: AdminUser,
  errors: ['user_not_found'],
});

export const completeUserOnboarding = endpoint({
  method: 'POST',
  path: '/admin/users/:id/complete_onboarding/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: "Mark a member's onboarding as done.",
  params: byId,
  returns: AdminUser,
  errors: ['user_not_found'],
});

export const setUserGymAccess = endpoint({
  method: 'PUT',
  path: '/admin/users/:id/gym_access/',
  access: 'org_admin',
  insideOrganization: true,
  summary: 'Set which gyms a member may use, and which of them a gym_admin manages.',
  params: byId,
  body: z
    .object({
      gym_ids: z.array(Id).max(100),
      managed_gym_ids: z.array(Id).max(100).default([]),
      default_gym_id: Id.nullable().optional(),
      version,
    })
    .refine(({ gym_ids, managed_gym_ids }) => managed_gym_ids.every((id) => gym_ids.includes(id)), {
      path: ['managed_gym_ids'],
      error: 'A member manages only gyms they may use',
    }),
  returns: AdminUser,
  errors: ['user_not_found', 'gym_not_found', 'changed_meanwhile'],
});

export const getDeletionEffects = endpoint({
  method: 'GET',
  path: '/admin/users/:id/deletion-effects/',
  access: 'gym_admin',
  cost: 5,
  insideOrganization: true,
  summary: 'What happens to others if this account is deleted.',
  params: byId,
  returns: z.object({
    hosted_sessions: z.number().int().describe('Upcoming sessions that someone else takes over.'),
    ending_sessions: z.number().int().describe('Upcoming sessions that end, because nobody else is in them.'),
    spots: z.number().int().describe('Spots in upcoming sessions of others.'),
    waitlists: z.number().int(),
    groups: z.number().int().describe('Group chats the member leaves.'),
    friends: z.number().int(),
    messages: z.number().int().describe('Messages that go with the account.'),
  }),
  errors: ['user_not_found'],
});
