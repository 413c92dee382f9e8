import { once } from 'node:events';
import { connect } from '#platform/db/connect.ts';
import { openFiles } from '#platform/files/open-files.ts';
import type { ExportOrder, ExportOutcome } from './export-apart.service.ts';
import { writeExport } from './export-organization.service.ts';
import { noteProgress } from './exports.repo.ts';

/* Exports the organization it is told of, and says what came of it. */

// When the server stops, so does the export; the job makes it anew.
process.once('disconnect', () => process.exit(1));
const [{ path, settings, databaseUrl, organizationId, id }] = (await once(process, 'message')) as [ExportOrder];
const { inside, close } = connect(databaseUrl, { max: 2, onError: (error) => console.error(error.message) });
const db = inside({ organizationId });
const { manifest, bytes } = await writeExport({
  db,
  files: openFiles(settings),
  organizationId,
  now: new Date(),
  path,
  onProgress: (progress) => noteProgress(db, { organizationId, id }, progress),
});
await close();
const rowsOf = (file: string) => manifest.files[file]?.rows ?? 0;
const outcome: ExportOutcome = { bytes, members: rowsOf('members.csv'), sessions: rowsOf('sessions.csv') };
process.send?.(outcome, () => process.exit(0));
