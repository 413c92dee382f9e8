import type { audit } from '#platform/audit.ts';
import type { FileSettings } from '#platform/files/open-files.ts';
import { workApart } from '#platform/offload/work-apart.ts';
import type { Imported } from './import-organization.service.ts';

export type Acting = Parameters<typeof audit>[1];

/** What the process is asked to import. */
export type ImportOrder = {
  path: string;
  settings: FileSettings;
  databaseUrl: string;
  acting: Acting;
  sendSetup: boolean;
};

/** What it says in the end. */
export type ImportOutcome =
  | { imported: Imported }
  | { refused: 'organization_exists' | 'archive_conflicts' | 'archive_invalid'; message: string };

export const importApart = workApart<ImportOrder, ImportOutcome>(new URL('./import-apart.process.ts', import.meta.url));
