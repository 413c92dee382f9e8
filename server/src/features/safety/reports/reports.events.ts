import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { tell } from '#platform/events/tell.ts';
import { findReaders } from './reports.read.ts';

/** The admins who read a report learn that their queue has changed, and nothing else. */
export async function tellAdmins(tx: Db, organizationId: string, id: string): Promise<void> {
  const to = await findReaders(readsOf(tx), organizationId, id);
  tell(tx, { scope: organizationId, type: 'reports.changed', data: {}, to });
}
