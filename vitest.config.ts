import { defineConfig } from 'vitest/config';
import { withoutVite } from './scripts/without-vite.ts';
import { drillProject } from './server/vitest.config.ts';

export default defineConfig({
  test: {
    // Two cores is the machine the time budget is set for; more workers would only wait for PostgreSQL.
    maxWorkers: 2,
    projects: [
      'contract',
      'server',
      drillProject,
      'web',
      'e2e',
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], isolate: false, experimental: withoutVite } },
    ],
  },
});
