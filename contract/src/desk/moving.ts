import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Id, Instant, queryFlag } from '../api/primitives.ts';
import { Person } from '../users/users.ts';
import { keepExportHours, largestArchive } from './moving-limits.ts';

export const OrganizationExport = z
  .object({
    id: Id,
    status: z.enum(['queued', 'running', 'done', 'failed', 'expired']),
    progress: z.number().int().min(0).max(100),
    bytes: z.number().int().nullable().describe('The size of the zip file, once it is made.'),
    members: z.number().int().nullable(),
    sessions: z.number().int().nullable(),
    requested_by: Person.nullable().describe('Null for Spotter support and former members.'),
    by_support: z.boolean(),
    created_at: Instant,
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'OrganizationExport' });

const exportRules = { access: 'org_admin', insideOrganization: true } as const;

export const exportOrganization = endpoint({
  ...exportRules,
  method: 'POST',
  path: '/admin/exports/',
  demo: 'refused',
  summary: `Make a zip file of the whole organization as a job; it can be downloaded for ${keepExportHours} hours. One that is being made already is answered instead.`,
  returns: OrganizationExport,
  status: 202,
  limit: 'export',
});

export const listOrganizationExports = endpoint({
  ...exportRules,
  method: 'GET',
  path: '/admin/exports/',
  summary: "The organization's latest exports, newest first.",
  returns: z.object({ results: z.array(OrganizationExport) }),
});

export const downloadOrganizationExport = endpoint({
  ...exportRules,
  method: 'GET',
  path: '/admin/exports/:id/file/',
  // It has the words of reported messages, which only the gym's own admins read.
  emulating: 'refused',
  demo: 'refused',
  summary: 'Download the zip file of an export.',
  params: byId,
  sends: 'application/zip',
  errors: ['export_not_found', 'export_not_ready', 'export_expired'],
});

export const deleteOrganizationExport = endpoint({
  ...exportRules,
  method: 'DELETE',
  path: '/admin/exports/:id/',
  summary: 'Delete an export and its file before it expires.',
  params: byId,
  errors: ['export_not_found'],
});

export const ImportedOrganization = z
  .object({
    organization: z.object({ id: Id, name: z.string() }),
    members: z.number().int(),
    sessions: z.number().int(),
  })
  .meta({ id: 'ImportedOrganization' });

export const importOrganization = endpoint({
  method: 'POST',
  path: '/super-admin/organizations/import/',
  access: 'super_admin',
  needsVerifiedEmail: true,
  summary: 'Import an organization from the zip file of an export, all of it or nothing.',
  query: z.object({
    send_setup: queryFlag.default(false).describe('Whether its active members get a mail with their setup code.'),
  }),
  accepts: 'application/zip',
  body: z.file().describe('The zip file.'),
  largestBody: largestArchive,
  slowUpload: true,
  forgets: true,
  returns: ImportedOrganization,
  status: 201,
  errors: ['archive_invalid', 'archive_conflicts', 'organization_exists'],
  limit: 'upload',
});
