/** All descendants of a process. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { findProcess, type RunningProcess } from '../../server/src/platform/db/embedded/processes.ts';

/** Process and parent ids. A slim container has no ps, so Linux's /proc is read. */
function readParents(): [pid: number, parent: number][] {
  if (process.platform !== 'linux') {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    return table.split('\n').flatMap((line) => {
      const [pid, parent] = line.trim().split(/\s+/).map(Number);
      return pid && parent ? [[pid, parent]] : [];
    });
  }
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name in brackets may contain spaces and brackets.
      return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
    } catch {
      return [];
    }
  });
}

/** Adds to `known` the descendants of `ancestor` or of a known process, whose own parent may be gone. */
export function findDescendants(ancestor: number, known: Map<number, RunningProcess>): void {
  const children = Map.groupBy(readParents(), ([, parent]) => parent);
  const open = [ancestor, ...known.keys()];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    for (const [child] of children.get(pid) ?? []) {
      const running = known.has(child) ? null : findProcess(child);
      if (!running) continue;
      known.set(child, running);
      open.push(child);
    }
  }
}
