import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from '../scripts/patience.ts';
import { withoutVite } from '../scripts/without-vite.ts';

const here = import.meta.dirname;
const drills = 'src/**/*.drill.test.ts';
const recorded = 'src/**/*.recorded.test.ts';

type Files = { include: string[]; exclude?: string[] };
type More = { setupFiles?: string[]; sequence?: { groupOrder: number } };

const project = (name: string, files: Files, { setupFiles = [], ...more }: More = {}) =>
  defineConfig({
    root: here,
    test: {
      name,
      ...files,
      // Loading the whole server for every file was half of Node's work. Each file has its own database, and no server
      // state that outlives an app affects another.
      isolate: false,
      experimental: withoutVite,
      globalSetup: [join(here, 'src/testing/global-setup.ts')],
      setupFiles: [join(here, '../scripts/patient-wait.ts'), ...setupFiles],
      ...more,
      expect: { poll: { timeout: PATIENCE_MS } },
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  });

/** The drills of server and contract: `npm run test:drills`. docs/testing.md says what a drill is. */
export const drillProject = project('drills', { include: [drills, `../contract/${drills}`] });

/** What holds for everything that the API tests have recorded. Runs after all other tests. */
export const recordedProject = project('recorded', { include: [recorded] }, { sequence: { groupOrder: 1 } });

export default project(
  'server',
  { include: ['src/**/*.test.ts'], exclude: [drills, recorded] },
  { setupFiles: [join(here, 'src/testing/recorded/record.ts')] },
);
