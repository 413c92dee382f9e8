import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { pageOf, pageQuery } from './api/page.ts';
import {
  byId,
  Email,
  FirstName,
  Id,
  Instant,
  LastName,
  line,
  name,
  phone,
  queryFlag,
  Timezone,
  WebAddress,
} from './api/primitives.ts';
import { longestAddress, longestName, mostStorageTimes } from './limits.ts';
import { ThemeConfig } from './theme/theme.ts';

const organizationFields = {
  id: Id,
  name: z.string(),
  is_active: z.boolean(),
  white_label_enabled: z.boolean(),
};

/** An organization without its theme, as part of other answers. */
export const OrganizationSummary = z.object(organizationFields).meta({ id: 'OrganizationSummary' });
export type OrganizationSummary = z.infer<typeof OrganizationSummary>;

export const Organization = z.object({ ...organizationFields, theme: ThemeConfig }).meta({ id: 'Organization' });
export type Organization = z.infer<typeof Organization>;

export const organizationStages = ['pilot', 'trial', 'trial_over', 'demo_data'] as const;

/** An organization in a super admin's list. */
export const OrganizationOverview = OrganizationSummary.extend({
  gyms_count: z.number().int(),
  members_count: z.number().int(),
  sessions_last_30_days: z.number().int(),
  storage_bytes: z.number().int().describe('What its pictures take.'),
  storage_limit_bytes: z.number().int(),
  stranger_mails: z
    .object({
      used: z.number().int(),
      most: z.number().int().nullable().describe('Null: no limit.'),
      is_lifted: z.boolean(),
    })
    .nullable()
    .describe('Mails to people who have not answered one yet, within a day. For super admins only.'),
  stage: z
    .enum(organizationStages)
    .describe(
      'Gyms without a trial are in the free pilot; demo data was made by an operator, and nobody trains there.',
    ),
  trial_ends_at: Instant.nullable(),
  health: z
    .object({
      sessions_per_week: z.number().describe('Of the last four weeks.'),
      new_members_last_30_days: z.number().int(),
      owner_last_seen_at: Instant.nullable(),
    })
    .nullable()
    .describe('For super admins only.'),
  is_demo: z.boolean(),
  version: z.string().describe('Changes with the name and the switches.'),
  created_at: Instant,
  deleted_at: Instant.nullable().describe('It can be restored for 30 days.'),
}).meta({ id: 'OrganizationOverview' });

export const organizationSorts = ['name', 'newest', 'members', 'sessions', 'growth', 'owner_away'] as const;

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/organizations/',
  access: 'signed_in',
  cost: 8,
  summary: "A super admin's list of all organizations; anyone else gets their own.",
  query: pageQuery().extend({
    search: line({ max: 100 }).optional(),
    is_active: queryFlag.optional(),
    include_demo: queryFlag.default(false),
    is_deleted: queryFlag.optional().describe('Deleted organizations instead of the others.'),
    stage: z.enum(organizationStages).optional(),
    sort: z.enum(organizationSorts).optional().describe('By name unless given.'),
  }),
  returns: pageOf(OrganizationOverview),
});

export const createOrganization = endpoint({
  method: 'POST',
  path: '/organizations/',
  access: 'super_admin',
  needsVerifiedEmail: true,
  cost: 20,
  summary: 'Create an organization with its first gym and, if named, its owner.',
  body: z.object({
    name: name({ max: longestName, required: 'Organization name is required' }),
    white_label_enabled: z.boolean().default(true),
    gym_name: name({ max: longestName }).optional(),
    timezone: Timezone.default('Australia/Sydney'),
    address: line({ max: longestAddress }).optional(),
    phone: phone().optional(),
    website: WebAddress.optional(),
    owner: z.object({ first_name: FirstName, last_name: LastName, email: Email }).optional(),
    nomination_id: Id.optional().describe('The nomination that becomes this organization; it is then registered.'),
  }),
  returns: Organization,
  status: 201,
  errors: ['email_taken', 'nomination_not_found', 'nomination_registered'],
});

export const getCurrentOrganization = endpoint({
  method: 'GET',
  path: '/organizations/current/',
  access: 'member',
  summary: "The caller's organization, or the one a super admin has entered.",
  returns: Organization,
});

export const getOrganization = endpoint({
  method: 'GET',
  path: '/organizations/:id/',
  access: 'signed_in',
  summary: 'One organization.',
  params: byId,
  namesOrganization: 'params',
  platformNamesAny: true,
  returns: Organization,
});

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/organizations/:id/',
  access: 'org_admin',
  summary:
    'Rename an organization; a super admin may also switch it on and off, allow white-labelling, give it more space for pictures and lift its daily limit of mails to strangers.',
  params: byId,
  namesOrganization: 'params',
  platformNamesAny: true,
  body: z.object({
    name: name({ max: longestName, required: 'Organization name is required' }).optional(),
    is_active: z.boolean().optional(),
    white_label_enabled: z.boolean().optional(),
    storage_times: z
      .number()
      .int()
      .min(1)
      .max(mostStorageTimes)
      .optional()
      .describe('How many times the usual space for pictures the organization and each member has.'),
    mail_limit_lifted: z.boolean().optional(),
    version: z.string().max(64).optional().describe('The version that was seen; another one is refused.'),
  }),
  returns: Organization,
  errors: ['organization_deleted', 'changed_meanwhile'],
});

export const deleteOrganization = endpoint({
  method: 'DELETE',
  path: '/organizations/:id/',
  access: 'super_admin',
  summary:
    'Delete an organization: its members are out at once. It can be restored for 30 days; then everything in it is removed.',
  params: byId,
  query: z.object({
    name: line({ max: longestName, required: 'Type its name to delete it' }).describe(
      'As the caller typed it. Another name than the present one is refused.',
    ),
  }),
  errors: ['organization_not_found', 'organization_deleted'],
});

export const restoreOrganization = endpoint({
  method: 'POST',
  path: '/organizations/:id/restore/',
  access: 'super_admin',
  forgets: true,
  summary: 'Restore a deleted organization as it was.',
  params: byId,
  returns: Organization,
  errors: ['organization_not_found', 'organization_not_deleted'],
});
