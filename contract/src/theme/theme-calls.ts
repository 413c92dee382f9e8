import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { pageOf, pageQuery } from '../api/page.ts';
import { byId, FileUrl, Id, Instant, line, queryFlag } from '../api/primitives.ts';
import { largestImage, themeLimits } from '../limits.ts';
import { ThemeConfig, ThemeInput } from './theme.ts';
import { workoutKinds } from './theme-default.ts';

/** Changes with every change of what it belongs to. */
const Version = z.string().max(64);
const editedVersion = Version.optional().describe('The version that was edited; another one is refused.');

export const OrganizationTheme = z
  .object({ organization_id: Id, organization_name: z.string(), theme: ThemeConfig, version: Version })
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
  namesOrganization: 'params',
  insideOrganization: true,
  summary: "Replace an organization's theme; missing values take the default.",
  params: byId,
  query: z.object({ version: editedVersion }),
  body: ThemeInput,
  returns: OrganizationTheme,
  errors: ['changed_meanwhile', 'white_label_disabled'],
});

export const previewOrganizationTheme = endpoint({
  method: 'POST',
  path: '/organizations/:id/theme/preview/',
  access: 'org_admin',
  namesOrganization: 'params',
  insideOrganization: true,
  forgets: true,
  summary: 'A mail, a link card and the app icon as they would look with a theme. Stores nothing.',
  params: byId,
  body: ThemeInput,
  returns: z.object({
    mail: z.object({ subject: z.string(), html: z.string() }),
    link_card: z.string().describe('A PNG as a data address.'),
    app_icon: z.string().describe('A PNG as a data address.'),
  }),
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
  namesOrganization: 'params',
  insideOrganization: true,
  summary: 'Images uploaded for the theme.',
  params: byId,
  query: pageQuery(50).extend({ asset_type: AssetType.optional() }),
  returns: pageOf(Asset),
});

export const uploadAsset = endpoint({
  method: 'POST',
  path: '/organizations/:id/assets/',
  access: 'org_admin',
  namesOrganization: 'params',
  insideOrganization: true,
  demo: 'refused',
  needsVerifiedEmail: true,
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
    .refine((form) => (form.asset_type === 'workout_icon') === (form.workout_type !== undefined), {
      path: ['workout_type'],
      error: 'Say which workout an icon is for; other images have none',
    }),
  returns: Asset,
  status: 201,
  errors: ['image_invalid', 'storage_full'],
  limit: 'upload',
});

export const deleteAsset = endpoint({
  method: 'DELETE',
  path: '/organizations/:id/assets/:assetId/',
  access: 'org_admin',
  namesOrganization: 'params',
  insideOrganization: true,
  summary: 'Remove an uploaded image. One that a theme uses needs `force`; the theme then falls back to the default.',
  params: z.object({ id: Id, assetId: Id }),
  query: z.object({ force: queryFlag.default(false) }),
  errors: ['asset_not_found', 'asset_in_use'],
});

export const SavedTheme = z
  .object({
    id: Id,
    name: z.string(),
    theme: ThemeConfig,
    version: Version,
    created_by: Id.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'SavedTheme' });

const SavedThemeInput = z.object({
  name: line({ max: themeLimits.name, required: 'Name is required' }),
  theme: ThemeInput,
});
const savedThemeParams = z.object({ id: Id, themeId: Id });

export const listSavedThemes = endpoint({
  method: 'GET',
  path: '/organizations/:id/saved-themes/',
  access: 'org_admin',
  namesOrganization: 'params',
  insideOrganization: true,
  summary: 'Saved themes, newest first.',
  params: byId,
  query: pageQuery(10),
  returns: pageOf(SavedTheme),
});

export const createSavedTheme = endpoint({
  method: 'POST',
  path: '/organizations/:id/saved-themes/',
  access: 'org_admin',
  namesOrganization: 'params',
  insideOrganization: true,
  sentOnce: true,
  summary: 'Save a theme.',
  params: byId,
  body: SavedThemeInput,
  returns: SavedTheme,
  status: 201,
  limit: 'create',
});

export const getSavedTheme = endpoint({
  method: 'GET',
  path: '/organizations/:id/saved-themes/:themeId/',
  access: 'org_admin',
  namesOrganization: 'params',
  insideOrganization: true,
  summary: 'One saved theme.',
  params: savedThemeParams,
  returns: SavedTheme,
  errors: ['theme_not_found'],
});

export const updateSavedTheme = endpoint({
  method: 'PATCH',
  path: '/organizations/:id/saved-themes/:themeId/',
  access: 'org_admin',
  namesOrganization: 'params',
  insideOrganization: true,
  summary: 'Rename or change a saved theme.',
  params: savedThemeParams,
  body: SavedThemeInput.partial().extend({ version: editedVersion }),
  returns: SavedTheme,
  errors: ['theme_not_found', 'changed_meanwhile'],
});

export const deleteSavedTheme = endpoint({
  method: 'DELETE',
  path: '/organizations/:id/saved-themes/:themeId/',
  access: 'org_admin',
  namesOrganization: 'params',
  insideOrganization: true,
  summary: 'Delete a saved theme.',
  params: savedThemeParams,
  errors: ['theme_not_found'],
});
