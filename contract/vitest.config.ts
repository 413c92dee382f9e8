import { defineConfig } from 'vitest/config';
import { withoutVite } from '../scripts/without-vite.ts';

export default defineConfig({
  test: {
    name: 'contract',
    include: ['src/**/*.test.ts'],
    // They run with those of the server.
    exclude: ['src/**/*.drill.test.ts'],
    // The contract has no state, so it is loaded once for all files.
    isolate: false,
    experimental: withoutVite,
    testTimeout: 60_000,
  },
});
