import { defineConfig, mergeConfig } from 'vitest/config';
import web from '../web/vite.config.ts';

/** Tests that run the server and the web app's own code together, without a browser. */
export default mergeConfig(
  web,
  defineConfig({
    test: {
      name: 'e2e',
      environment: 'node',
      pool: 'forks',
      // The server and the app are loaded once for all files; each starts its own server and removes its stand-ins.
      isolate: false,
      globalSetup: ['../server/src/testing/global-setup.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }),
);
