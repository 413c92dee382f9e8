import { readdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import { type GymPlan, simulateGym } from '../gym-rows.ts';
import { type GymRows, insertGymRows } from './insert-rows.ts';
import { truthOfMembers, truthOfWeek } from './truth-lines.ts';

type Filling = GymPlan & {
  folder: string;
  ownerSetup: { setup_code_hash: string; setup_code_expires_at: Date };
  /** Told after every twentieth. */
  onProgress(done: number): void;
};

/** A run that was killed couldn't remove its file. One that still runs has its process in the name. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [isPart, pid] = /(?:\.(\d+))?\.part$/.exec(name) ?? [];
    if (isPart && !(pid && isRunning(Number(pid)))) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Adds a simulated organization, all of it or nothing, and writes the hidden truth into a file of its own. */
export async function fillDatabase(db: Db, { folder, ownerSetup, onProgress, ...plan }: Filling) {
  const gym = simulateGym(plan);
  const { name, organizationId, owner } = gym;
  const truthFile = join(folder, `${organizationId}.jsonl`);
  removeLeftovers(folder);
  const unfinished = `${truthFile}.${process.pid}.part`;
  const truth = await open(unfinished, 'w', 0o600);
  let rows = 0;
  try {
    // Before the transaction: this takes seconds, and PostgreSQL ends a transaction that is idle for so long.
    const first = gym.first();
    for (const lines of truthOfMembers(gym)) await truth.appendFile(lines);
    await db.transaction().execute(async (tx) => {
      const insert = async (chunk: GymRows) => {
        rows += await insertGymRows(tx, chunk);
      };
      await insert(first);
      await tx.updateTable('users').set(ownerSetup).where('id', '=', owner.id).execute();
      let told = 0;
      for (const week of gym.simulation.weeks()) {
        await insert(gym.ofWeek(week));
        await truth.appendFile(truthOfWeek(gym, week));
        const twentieths = Math.floor((20 * (week.number + 1)) / (plan.weeks + 1));
        if (twentieths > told) onProgress(twentieths / 20);
        told = twentieths;
      }
      await insert(gym.last());
      // PostgreSQL would count the rows a minute later, and until then plan at twice the cost.
      await sql`analyze`.execute(tx);
    });
    await truth.close();
    renameSync(unfinished, truthFile);
  } catch (error) {
    await truth.close();
    rmSync(unfinished, { force: true });
    throw error;
  }
  return { name, organizationId, owner, truthFile, rows };
}
