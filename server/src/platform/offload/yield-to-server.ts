import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

/** A tenth of what a request gets while all cores are busy. */
const NICENESS = 10;

/** Requests come first wherever the cores are few. */
export function yieldToServer({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, NICENESS);
  } catch {
    // It ended already, or the system has no priorities.
  }
}
