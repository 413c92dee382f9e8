import { setPriority } from 'node:os';
import { busyCores } from './price/figures.ts';

const QUIET_CORES = 0.4;

/** Whether times by the clock say something: other work on the machine makes every wait longer. Asked before a drill starts its own. */
export async function quietCores(): Promise<{ isQuiet: boolean; words: string }> {
  const busy = await busyCores(1_000);
  const isQuiet = busy < QUIET_CORES;
  return {
    isQuiet,
    words: isQuiet
      ? ''
      : `${busy.toFixed(1)} cores were busy with other work, so times by the clock say nothing; others' p99 is compared with that of a quiet moment.`,
  };
}

const LOW = 10;

/**
 * Whoever misbehaves has a machine of their own, so this thread's work gives way to the server's. The other members' thread,
 * which started before, keeps its priority.
 */
export const giveWay = () => setPriority(LOW);
