import type { ViteUserConfig } from 'vitest/config';
import web from '../web/vite.config.ts';

export const drills = 'src/**/*.drill.test.ts';

/** Tests that run the server and the web app's own code together, without a browser. */
export function liveProject(name: string, files: { include: string[]; exclude?: string[] }): ViteUserConfig {
  const { test, ...config } = web;
  return {
    ...config,
    test: {
      ...test,
      name,
      ...files,
      environment: 'node',
      pool: 'forks',
      // The server and the app are loaded once for all files; each starts its own server and removes its stand-ins.
      isolate: false,
      globalSetup: ['../server/src/testing/global-setup.ts'],
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  };
}

export default liveProject('e2e', { include: ['src/**/*.test.ts'], exclude: [drills] });
