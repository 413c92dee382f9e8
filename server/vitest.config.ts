import { defineConfig } from 'vitest/config';
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
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
