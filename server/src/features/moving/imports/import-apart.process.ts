import { once } from 'node:events';
import { ZipError } from '#platform/archive/zip-reader.ts';
import { connect } from '#platform/db/connect.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { FileFault } from '../archive/rows.format.ts';
import type { ImportOrder, ImportOutcome } from './import-apart.service.ts';
import { OrganizationExists } from './import-organization.service.ts';
import { importUpload } from './imports.service.ts';

/* Imports the organization it is told of, and says what came of it. */

// When the server stops, so does the import: its connection ends, and with it the transaction.
process.once('disconnect', () => process.exit(1));
const [order] = (await once(process, 'message')) as [ImportOrder];
const { db, close } = connect(order.databaseUrl, { max: 2, onError: (error) => console.error(error.message) });
const outcome = await importUpload({ ...order, db, files: openFiles(order.settings) }).then(
  (imported): ImportOutcome => ({ imported }),
  refusalOf,
);
await close();
process.send?.(outcome, () => process.exit(0));

function refusalOf(error: unknown): ImportOutcome {
  if (error instanceof OrganizationExists) return { refused: 'organization_exists', message: '' };
  if (!(error instanceof FileFault || error instanceof ZipError)) throw error;
  const isConflict = error instanceof FileFault && error.isConflict;
  return { refused: isConflict ? 'archive_conflicts' : 'archive_invalid', message: error.message };
}
