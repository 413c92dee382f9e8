import { z } from 'zod';
import { refreshFigures } from '#features/analytics/index.ts';
import { clearTrail, closeForGood, removeLeftovers } from '#features/organizations/index.ts';
import { refreshMemberRisks } from '#features/retention/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { removeFile } from '#platform/files/remove-file.ts';
import { defineJob, enqueue } from '#platform/jobs/define.ts';
import { type GymRows, insertGymRows, planDemoGym } from '#simulator/index.ts';
import {
  analyzeTables,
  countChunk,
  endJob,
  noteRows,
  readOrganizationToRemove,
  removeOrganization,
  removeSome,
  startJob,
} from './demo-data.repo.ts';

/** The same for each run of a job, so that a resumed one makes the same rows. */
const tagOf = (id: string) => Number.parseInt(id.slice(-8), 16);

/**
 * Makes an organization chunk by chunk. A run whose process died is run again: it plans the same gym and goes on after
 * the last chunk that was written.
 */
export const makeDemoData = defineJob({
  name: 'make_demo_data',
  queue: 'exports',
  payload: z.object({ id: z.uuid() }),
  async run({ db, log }, { id }) {
    const job = await startJob(db, id);
    if (!job) return;
    try {
      const { organizationId, chunks } = planDemoGym({
        ...job,
        gyms: job.locations,
        now: job.created_at,
        tag: tagOf(id),
      });
      let number = 0;
      for (const chunk of chunks()) {
        number += 1;
        if (number <= job.chunks_written) continue;
        if (!(await writeChunk(db, { id, organizationId, number, chunk }))) return;
        if (Number.isInteger(Math.log2(number))) await analyzeTables(db);
      }
      await finish(db, id);
    } catch (err) {
      log.error({ err, demo_data: id }, 'making demo data failed');
      // While the database is away this fails too, and the queue runs the job again.
      await inTransaction(db, async (tx) => {
        if (!(await endJob(tx, id, { from: ['running'], to: 'failed' }))) return;
        const organizationId = await readOrganizationToRemove(tx, id);
        if (organizationId) await closeAndRemove(tx, { id, organizationId });
      });
    }
  },
});

type Write = { id: string; organizationId: string; number: number; chunk: { done: number; rows: GymRows } };

/** False if the job was cancelled: what it has made is then removed. */
const writeChunk = (db: Db, { id, organizationId, number, chunk }: Write): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    if (!(await countChunk(tx, { id, number, progress: Math.floor(chunk.done * 100) }))) return false;
    const rows = await insertGymRows(tx, chunk.rows);
    await noteRows(tx, { id, organizationId, rows });
    return true;
  });

/** The new organization's figures need not wait for the timetable. */
const finish = (db: Db, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await endJob(tx, id, { from: ['running'], to: 'done' }))) return;
    for (const job of [refreshFigures, refreshMemberRisks]) await enqueue(tx, job, {}, { key: job.name });
  });

/** Removes what a job made, in short statements, and the organization with its files at the end. Runs again harmlessly. */
export const removeDemoData = defineJob({
  name: 'remove_demo_data',
  queue: 'exports',
  payload: z.object({ id: z.uuid() }),
  async run({ db }, { id }) {
    const organizationId = await readOrganizationToRemove(db, id);
    if (!organizationId) return;
    while (await removeSome(db, organizationId));
    await inTransaction(db, async (tx) => {
      await removeOrganization(tx, organizationId);
      for (const key of await removeLeftovers(tx, organizationId)) await enqueue(tx, removeFile, { key });
      await clearTrail(tx, organizationId);
    });
  },
});

/** Operators find it gone at once, though its rows take a while. */
export async function closeAndRemove(tx: Db, { id, organizationId }: { id: string; organizationId: string }) {
  await closeForGood(tx, organizationId);
  await enqueue(tx, removeDemoData, { id });
}
