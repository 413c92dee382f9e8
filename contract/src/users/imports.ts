import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { byId, Id, Instant, queryFlag } from '../api/primitives.ts';
import {
  importKinds,
  importSources,
  largestImport,
  mostImportColumns,
  mostImportErrors,
  mostImportRows,
  undoImportHours,
} from './import-fields.ts';
import { Person } from './users.ts';

/** JSON inside a form's field. */
const Mapping = z
  .string()
  .max(20_000, { abort: true })
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'This is not in the right form' });
      return z.NEVER;
    }
  })
  .pipe(z.array(z.string().max(40).nullable()).max(mostImportColumns));

const importForm = z.object({
  file: z.file().max(largestImport, 'Files can have up to 5 MB. Split this one into several.'),
  kind: z.enum(importKinds),
  mapping: Mapping.optional().describe('The field of each column as a JSON list, null for columns to leave out.'),
  source: z.enum(importSources).optional(),
  date_order: z.enum(['dmy', 'mdy']).optional(),
  gym_id: Id.optional().describe('Where rows without a location belong.'),
  send_setup: queryFlag.optional().describe('Whether members get a mail with their setup code. They do by default.'),
});

const runForm = importForm.extend({
  id: Id.optional().describe(
    'Chosen by the client. After a lost answer, a repeat with the same id gets the import that was made.',
  ),
});

const ImportCheck = z
  .object({
    kind: z.enum(importKinds),
    source: z.enum(importSources),
    date_order: z.enum(['dmy', 'mdy']),
    columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
    mapping: z.array(z.string().nullable()).describe('The field of each column; guessed unless it was given.'),
    rows: z.number().int(),
    ready: z.number().int().describe('Accounts or sessions that the import would create.'),
    already_here: z.number().int().describe('Rows that are here already and stay as they are.'),
    error_count: z.number().int(),
    errors: z
      .array(z.object({ row: z.number().int(), column: z.string().nullable(), message: z.string() }))
      .describe(`The first ${mostImportErrors}. Rows are numbered as in a spreadsheet: the header is row 1.`),
    notes: z.array(z.string()).describe('What the import assumes.'),
  })
  .meta({ id: 'ImportCheck' });

export const Import = z
  .object({
    id: Id,
    kind: z.enum(importKinds),
    file_name: z.string(),
    made: z.number().int(),
    removed: z.number().int().describe('How many of them undoing removed. After it is done, the others stayed.'),
    created_by: Person.nullable(),
    created_at: Instant,
    undo_until: Instant,
    undone_at: Instant.nullable(),
  })
  .meta({ id: 'Import' });

const importRules = {
  access: 'gym_admin',
  insideOrganization: true,
  demo: 'refused',
  needsVerifiedEmail: true,
  accepts: 'multipart/form-data',
  largestBody: largestImport + 64 * 1024,
  // An import has an id of its own for that: its rows count against the day's limit even if it is rolled back.
  forgets: true,
  body: importForm,
  limit: 'upload',
  cost: 40,
} as const;

export const checkImport = endpoint({
  ...importRules,
  method: 'POST',
  path: '/admin/imports/check/',
  summary: `Read a CSV file of up to ${mostImportRows} rows, guess its columns and try the import without keeping anything.`,
  returns: ImportCheck,
  errors: ['gym_not_found'],
});

export const runImport = endpoint({
  ...importRules,
  method: 'POST',
  path: '/admin/imports/',
  summary: 'Import all rows of a CSV file, or none of them.',
  body: runForm,
  returns: Import,
  status: 201,
  errors: ['gym_not_found', 'import_has_errors', 'import_not_found'],
});

export const listImports = endpoint({
  method: 'GET',
  path: '/admin/imports/',
  access: 'gym_admin',
  insideOrganization: true,
  summary: "The caller's latest imports; an organization admin sees everyone's.",
  returns: z.object({ results: z.array(Import) }),
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/admin/imports/:id/undo/',
  access: 'gym_admin',
  insideOrganization: true,
  sentOnce: true,
  summary: `Remove what an import created, within ${undoImportHours} hours, except what has been used since. A large import takes several calls: repeat it until nothing is left.`,
  params: byId,
  returns: z.object({
    removed: z.number().int().describe('By this call and those before it.'),
    kept: z.number().int().describe('Used since, or gone already.'),
    left: z.number().int().describe('Still to be removed.'),
  }),
  errors: ['import_not_found', 'import_undone', 'import_out_of_reach', 'import_too_old'],
});
