import type { FileSettings } from '#platform/files/open-files.ts';
import { workApart } from '#platform/offload/work-apart.ts';

/** What the process is asked to export, and where to. */
export type ExportOrder = {
  path: string;
  settings: FileSettings;
  databaseUrl: string;
  organizationId: string;
  /** The export that shows how far it is. */
  id: string;
};

/** What came of it. */
export type ExportOutcome = { bytes: number; members: number; sessions: number };

export const exportApart = workApart<ExportOrder, ExportOutcome>(new URL('./export-apart.process.ts', import.meta.url));
