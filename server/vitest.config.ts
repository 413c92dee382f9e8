import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from '../scripts/patience.ts';
import { withoutVite } from '../scripts/without-vite.ts';

const here = import.meta.dirname;
const drills = 'src/**/*.drill.test.ts';

const project = (name: string, files: { include: string[]; exclude?: string[] }) =>
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
      setupFiles: [join(here, '../scripts/patient-wait.ts')],
      expect: { poll: { timeout: PATIENCE_MS } },
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  });

/** The drills of server and contract: `npm run test:drills`. docs/testing.md says what a drill is. */
export const drillProject = project('drills', { include: [drills, `../contract/${drills}`] });

export default project('server', { include: ['src/**/*.test.ts'], exclude: [drills] });
