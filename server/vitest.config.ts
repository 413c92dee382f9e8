import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    // Loading the whole server anew for every file was half of Node's work; each has a database of its own, and nothing
    // of the server's that outlives an app changes what another does.
    isolate: false,
    globalSetup: ['src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
