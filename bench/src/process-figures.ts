import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux reports processor time in hundredths of a second, whatever its own clock. */
const TICKS_A_SECOND = 100;

function proc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Resident memory of a process in megabytes (a million bytes); null where the system doesn't report it. */
export function residentMegabytes(pid: number): number | null {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(proc(pid, 'status')) ?? [];
  return kibibytes ? (Number(kibibytes) * 1024) / 1_000_000 : null;
}

/** Processor seconds that the running children of a process have used so far, such as the connections of a PostgreSQL; NaN as below. */
export function childrenSeconds(pid: number): number {
  if (!existsSync('/proc')) return Number.NaN;
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(fieldsOf(Number(name))[1]) === pid,
  );
  return children.reduce((seconds, child) => seconds + processorSeconds(Number(child)), 0);
}

/** Processor seconds a process has used so far, user and system time; NaN where the system doesn't report it. */
export function processorSeconds(pid: number): number {
  const fields = fieldsOf(pid);
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** The second field is the program's name in brackets and may contain anything, so counting starts after it. */
const fieldsOf = (pid: number): string[] => proc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];

/** The same with its children, those that have ended included. */
export function processorSecondsWithChildren(pid: number): number {
  const [, , , , , , , , , , , user, system, endedUser, endedSystem] = fieldsOf(pid).map(Number);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(fieldsOf(Number(name))[1]) === pid)
    .reduce((sum, child) => sum + processorSeconds(Number(child)), 0);
  return (user! + system! + endedUser! + endedSystem!) / TICKS_A_SECOND + children;
}
