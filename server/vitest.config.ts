import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from '../scripts/patience.ts';
import { withoutVite } from '../scripts/without-vite.ts';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    // Loading the whole server for every file was half of Node's work. Each file has its own database, and no server
    // state that outlives an app affects another.
    isolate: false,
    experimental: withoutVite,
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['../scripts/patient-wait.ts'],
    expect: { poll: { timeout: PATIENCE_MS } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
