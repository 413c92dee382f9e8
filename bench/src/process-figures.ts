import { readFileSync } from 'node:fs';

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

/** Processor seconds a process has used so far, user and system time; NaN where the system doesn't report it. */
export function processorSeconds(pid: number): number {
  // The second field is the program's name in brackets and may contain anything, so counting starts after it.
  const fields = proc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
