import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { beforeId, pageOf, pageQuery } from '../api/page.ts';
import { Id, Instant, InstantInput, line, queryFlag } from '../api/primitives.ts';
import { Person } from '../users/users.ts';
import { auditKinds } from './audit-kinds.ts';

/** A changed value in words; null is none. */
export const AuditEdit = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });

export const AuditEntry = z
  .object({
    id: Id,
    actor: Person.nullable().describe('Null for Spotter support, and when the account is deleted.'),
    emulating: z.boolean().describe('True for a super admin inside the organization.'),
    action: z.string(),
    kind: z.enum(auditKinds).nullable(),
    sentence: z.string().describe("What happened, after the actor's name: 'changed the session types'."),
    target_type: z.string(),
    target_id: Id.nullable(),
    data: z.record(z.string(), z.unknown()),
    edits: z.array(AuditEdit).describe('What was changed, before and after. Forgotten with the account it is about.'),
    created_at: Instant,
  })
  .meta({ id: 'AuditEntry' });

const filters = {
  actor_id: Id.optional(),
  emulating: queryFlag.optional().describe('Only what Spotter support did, or only what others did.'),
  kind: z.enum(auditKinds).optional(),
  action: line({ max: 60 }).optional(),
  from: InstantInput.optional(),
  until: InstantInput.optional(),
};

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/admin/audit-log/',
  access: 'org_admin',
  cost: 20,
  insideOrganization: true,
  summary: 'Who changed what, newest first.',
  query: pageQuery(50).extend({ before: beforeId, ...filters }),
  returns: pageOf(AuditEntry),
});

export const listAuditActors = endpoint({
  method: 'GET',
  path: '/admin/audit-log/actors/',
  access: 'org_admin',
  insideOrganization: true,
  summary: 'The people who appear in the audit log, by name.',
  returns: z.object({ results: z.array(Person) }),
});

/** A longer log is downloaded by periods: one file costs the server a second. */
export const mostExportedEntries = 15_000;

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/admin/audit-log/export/',
  access: 'org_admin',
  cost: 600,
  insideOrganization: true,
  summary: `The newest ${mostExportedEntries} entries of the audit log that match, as a CSV file.`,
  query: z.object(filters),
  sends: 'text/csv',
  limit: 'export',
});
