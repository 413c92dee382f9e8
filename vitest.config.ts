import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Two cores is the machine the time budget is set for; more workers would only wait for PostgreSQL.
    maxWorkers: 2,
    projects: [
      { root: 'contract', test: { name: 'contract', include: ['src/**/*.test.ts'] } },
      {
        root: 'server',
        test: {
          name: 'server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/global-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      { extends: 'web/vite.config.ts', root: 'web', test: { name: 'web' } },
    ],
  },
});
