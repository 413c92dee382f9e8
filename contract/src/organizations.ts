import { z } from 'zod';
import { endpoint } from './api/endpoint.ts';
import { pageOf, pageQuery } from './api/page.ts';
import { byId, Email, FileUrl, FirstName, Id, Instant, LastName, line, queryFlag, Timezone } from './api/primitives.ts';
import { largestImage } from './limits.ts';
import { sessionLimits } from './sessions/limits.ts';
import { ThemeConfig, ThemeInput } from './theme/theme.ts';
import { workoutKinds } from './theme/theme-default.ts';

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

/** An organization in a super admin's list. */
export const OrganizationOverview = OrganizationSummary.extend({
  gyms_count: z.number().int(),
  members_count: z.number().int(),
  sessions_last_30_days: z.number().int(),
  is_demo: z.boolean(),
  created_at: Instant,
}).meta({ id: 'OrganizationOverview' });

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/organizations/',
  access: 'signed_in',
  summary: "A super admin's list of all organizations; anyone else gets their own.",
  query: pageQuery().extend({
    search: line({ max: 100 }).optional(),
    is_active: queryFlag.optional(),
    include_demo: queryFlag.default(false),
  }),
  returns: pageOf(OrganizationOverview),
});

export const createOrganization = endpoint({
  method: 'POST',
  path: '/organizations/',
  access: 'super_admin',
  summary: 'Create an organization with its first gym and, if named, its owner.',
  body: z.object({
    name: line({ max: 120, required: 'Organization name is required' }),
    white_label_enabled: z.boolean().default(true),
    gym_name: line({ max: 120 }).optional(),
    timezone: Timezone.default('Australia/Sydney'),
    owner: z.object({ first_name: FirstName, last_name: LastName, email: Email }).optional(),
  }),
  returns: Organization,
  status: 201,
  errors: ['email_taken'],
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
  returns: Organization,
  errors: ['organization_not_found'],
});

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/organizations/:id/',
  access: 'org_admin',
  summary: 'Rename an organization; a super admin may also switch it on and off and allow white-labelling.',
  params: byId,
  body: z.object({
    name: line({ max: 120, required: 'Organization name is required' }).optional(),
    is_active: z.boolean().optional(),
    white_label_enabled: z.boolean().optional(),
  }),
  returns: Organization,
  errors: ['organization_not_found'],
});

export const deleteOrganization = endpoint({
  method: 'DELETE',
  path: '/organizations/:id/',
  access: 'super_admin',
  summary: 'Remove an organization and everything in it.',
  params: byId,
  errors: ['organization_not_found'],
});

export const OrganizationTheme = z
  .object({ organization_id: Id, organization_name: z.string(), theme: ThemeConfig })
  .meta({ id: 'OrganizationTheme' });

export const getOrganizationTheme = endpoint({
  method: 'GET',
  path: '/organizations/:id/theme/',
  access: 'public',
  summary: "An organization's theme; public, because invite pages use it.",
  params: byId,
  returns: OrganizationTheme,
  errors: ['organization_not_found'],
});

export const updateOrganizationTheme = endpoint({
  method: 'PUT',
  path: '/organizations/:id/theme/',
  access: 'org_admin',
  summary: "Replace an organization's theme; missing values take the default.",
  params: byId,
  body: ThemeInput,
  returns: OrganizationTheme,
  errors: ['organization_not_found'],
});

export const AssetType = z.enum(['logo', 'favicon', 'workout_icon']);

export const Asset = z
  .object({
    id: Id,
    asset_type: AssetType,
    workout_type: z.enum(workoutKinds).nullable(),
    url: FileUrl,
    content_type: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    bytes: z.number().int(),
    created_at: Instant,
  })
  .meta({ id: 'Asset' });

export const listAssets = endpoint({
  method: 'GET',
  path: '/organizations/:id/assets/',
  access: 'org_admin',
  summary: 'Images uploaded for the theme.',
  params: byId,
  query: pageQuery(50).extend({ asset_type: AssetType.optional() }),
  returns: pageOf(Asset),
  errors: ['organization_not_found'],
});

export const uploadAsset = endpoint({
  method: 'POST',
  path: '/organizations/:id/assets/',
  access: 'org_admin',
  demo: 'refused',
  summary: 'Upload an image (PNG, JPEG, WebP or SVG, up to 5 MB), which the server re-encodes.',
  params: byId,
  accepts: 'multipart/form-data',
  // The form around the file needs some room too.
  largestBody: largestImage + 64 * 1024,
  body: z
    .object({
      file: z.file().max(largestImage),
      asset_type: AssetType,
      workout_type: z.enum(workoutKinds).optional(),
    })
    .refine((form) => form.asset_type !== 'workout_icon' || form.workout_type !== undefined, {
      path: ['workout_type'],
      error: 'Say which workout this icon is for',
    }),
  returns: Asset,
  status: 201,
  errors: ['organization_not_found', 'image_invalid'],
  limit: 'upload',
});

export const deleteAsset = endpoint({
  method: 'DELETE',
  path: '/organizations/:id/assets/:assetId/',
  access: 'org_admin',
  summary: 'Remove an uploaded image; a theme that used it falls back to the default.',
  params: z.object({ id: Id, assetId: Id }),
  errors: ['organization_not_found', 'asset_not_found'],
});

export const SavedTheme = z
  .object({
    id: Id,
    name: z.string(),
    theme: ThemeConfig,
    created_by: Id.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'SavedTheme' });

const SavedThemeInput = z.object({ name: line({ max: 80, required: 'Name is required' }), theme: ThemeInput });
const savedThemeParams = z.object({ id: Id, themeId: Id });

export const listSavedThemes = endpoint({
  method: 'GET',
  path: '/organizations/:id/saved-themes/',
  access: 'org_admin',
  summary: 'Saved themes.',
  params: byId,
  query: pageQuery(10),
  returns: pageOf(SavedTheme),
  errors: ['organization_not_found'],
});

export const createSavedTheme = endpoint({
  method: 'POST',
  path: '/organizations/:id/saved-themes/',
  access: 'org_admin',
  summary: 'Save a theme.',
  params: byId,
  body: SavedThemeInput,
  returns: SavedTheme,
  status: 201,
  errors: ['organization_not_found'],
});

export const getSavedTheme = endpoint({
  method: 'GET',
  path: '/organizations/:id/saved-themes/:themeId/',
  access: 'org_admin',
  summary: 'One saved theme.',
  params: savedThemeParams,
  returns: SavedTheme,
  errors: ['organization_not_found', 'theme_not_found'],
});

export const updateSavedTheme = endpoint({
  method: 'PATCH',
  path: '/organizations/:id/saved-themes/:themeId/',
  access: 'org_admin',
  summary: 'Rename or change a saved theme.',
  params: savedThemeParams,
  body: SavedThemeInput.partial(),
  returns: SavedTheme,
  errors: ['organization_not_found', 'theme_not_found'],
});

export const deleteSavedTheme = endpoint({
  method: 'DELETE',
  path: '/organizations/:id/saved-themes/:themeId/',
  access: 'org_admin',
  summary: 'Delete a saved theme.',
  params: savedThemeParams,
  errors: ['organization_not_found', 'theme_not_found'],
});

/** The organization's own names for the five workout types. */
export const SessionType = z
  .object({
    id: Id,
    name: z.string(),
    kind: z.enum(workoutKinds),
    default_duration_minutes: z.number().int(),
    is_active: z.boolean(),
    position: z.number().int(),
    upcoming_sessions: z.number().int().optional().describe('Only with `usage`.'),
  })
  .meta({ id: 'SessionType' });
export type SessionType = z.infer<typeof SessionType>;

const SessionTypeInput = z.object({
  id: Id.optional().describe('Absent for a new one.'),
  name: line({ max: 60, required: 'Name is required' }),
  kind: z.enum(workoutKinds),
  default_duration_minutes: z
    .number()
    .int()
    .min(sessionLimits.minutes.least)
    .max(sessionLimits.minutes.most)
    .default(sessionLimits.minutes.usual),
  is_active: z.boolean().default(true),
});

const sessionTypeList = z.object({
  results: z.array(SessionType),
  version: z.string().describe('Changes with every change of the list.'),
});

export const listSessionTypes = endpoint({
  method: 'GET',
  path: '/organizations/:id/session-types/',
  access: 'member',
  summary: "The organization's session types, in its order.",
  params: byId,
  query: z.object({ usage: queryFlag.default(false).describe('Counts the upcoming sessions of each.') }),
  returns: sessionTypeList,
  errors: ['organization_not_found'],
});

export const updateSessionTypes = endpoint({
  method: 'PUT',
  path: '/organizations/:id/session-types/',
  access: 'org_admin',
  summary: "Replace the organization's session types; the order given is the order shown.",
  params: byId,
  body: z.object({
    session_types: z
      .array(SessionTypeInput)
      .min(1)
      .max(50)
      .refine((types) => types.some(({ is_active }) => is_active), 'Keep at least one switched on')
      .refine(
        (types) => new Set(types.map(({ name }) => name.toLowerCase())).size === types.length,
        'Give each its own name',
      ),
    version: z.string().max(64).optional().describe('The version that was edited; another one is refused.'),
  }),
  returns: sessionTypeList,
  errors: ['organization_not_found', 'session_type_in_use', 'changed_meanwhile'],
});

export const resetSessionTypes = endpoint({
  method: 'POST',
  path: '/organizations/:id/session-types/',
  access: 'org_admin',
  summary: 'Reset the session types to the defaults.',
  params: byId,
  returns: sessionTypeList,
  errors: ['organization_not_found', 'session_type_in_use'],
});
