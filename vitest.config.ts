import { defineConfig } from 'vitest/config';
import { withoutVite } from './scripts/without-vite.ts';
import { drillProject, recordedProject } from './server/vitest.config.ts';

export default defineConfig({
  test: {
    // The time budget is set for two cores. With a worker each they were idle for a sixth of the time.
    maxWorkers: 3,
    projects: [
      'contract',
      'server',
      drillProject,
      recordedProject,
      'web',
      'e2e',
      'e2e/vitest.drills.config.ts',
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], isolate: false, experimental: withoutVite } },
    ],
  },
});
