import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { ensureChromium } from '../scripts/chromium.ts';

const freePort = () =>
  new Promise<number>((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });

const newApnsKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'der' })
    .toString('base64');

// The first process chooses; workers, which load this file again, reuse its choice.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_OPENID_PORT ??= String(await freePort());
process.env.E2E_PUSH_PORT ??= String(await freePort());
if (!process.env.E2E_DATA_DIR) {
  const folder = mkdtempSync(join(tmpdir(), 'spotter-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  // Files of a failed run are kept for inspection.
  process.on('exit', (code) => code === 0 && rmSync(folder, { recursive: true, force: true }));
}
const { E2E_PORT, E2E_OPENID_PORT, E2E_PUSH_PORT, E2E_DATA_DIR } = process.env;
const E2E_OPENID_SECRET = 'a client secret for the tests alone';
const baseURL = `http://127.0.0.1:${E2E_PORT}`;
const openId = `http://127.0.0.1:${E2E_OPENID_PORT}`;

// A full Chromium loads two hidden pages for its address bar with every new window, a second of processor time each.
// Only the last --disable-features list counts, so Playwright's own list is repeated here.
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  // A native app's pages come from no network at all.
  'LocalNetworkAccessChecks',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/**
 * A journey runs once, on a phone unless it is tagged @desktop. Layout checks also widen the phone's window. Desktop
 * comes first: some of the longest stand at its end, where one worker would be done long before the other. Drills are
 * tagged @drill, or stand in a file of drills; `npm run test:drills` runs them.
 */
const projects = (kind: '' | ' drills') => {
  const drill = /@drill\b|\.drill\.spec\.ts/;
  const chosen = (isDesktop: boolean) => {
    const grep = [...(isDesktop ? [/@desktop/] : []), ...(kind ? [drill] : [])];
    const grepInvert = [...(isDesktop ? [] : [/@desktop/]), ...(kind ? [] : [drill])];
    // Several patterns of `grep` are alternatives, so they are joined.
    return { grep: new RegExp(grep.map(({ source }) => `(?=.*(${source}))`).join('')), grepInvert };
  };
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  return [
    { name: `desktop${kind}`, ...chosen(true), use: { viewport: { width: 1440, height: 900 } } },
    { name: `phone${kind}`, ...chosen(false), use: phone },
  ];
};

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Only for hanging tests: a journey of 10 s took more than 60 on a machine under ten times the load.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  outputDir: join(E2E_DATA_DIR, 'results'),
  use: {
    baseURL,
    // Otherwise a press on something that never comes ends with the whole test and names no line.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-AU',
    timezoneId: 'Australia/Sydney',
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: ensureChromium(console.error),
      args: ['--no-sandbox', '--disable-gpu', `--disable-features=${withoutFeatures}`],
    },
  },
  projects: [...projects(''), ...projects(' drills')],
  webServer: [
    {
      command: `"${process.execPath}" src/server.ts`,
      url: `${baseURL}/readyz`,
      timeout: 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 9_000 },
      env: {
        // Answers are compared with the contract.
        NODE_ENV: 'test',
        // Nothing has to survive a power cut, so no call waits for the disk.
        PGOPTIONS: '-c synchronous_commit=off',
        PORT: E2E_PORT,
        DATA_DIR: E2E_DATA_DIR,
        DEMO_STOCK: '0',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        GOOGLE_CLIENT_ID: 'google-web',
        GOOGLE_CLIENT_SECRET: E2E_OPENID_SECRET,
        GOOGLE_ISSUER: openId,
        APPLE_CLIENT_ID: 'apple-web',
        APPLE_ISSUER: openId,
        // Pushes go to the stand-ins of tests, and nowhere else.
        PUSH_HOSTS: `http://127.0.0.1:${E2E_PUSH_PORT}`,
        IOS_APPS: 'A1B2C3D4E5.app.spotter',
        ANDROID_APPS: `app.spotter=${'AB'.repeat(32)}`,
        APNS_KEYS: `A1B2C3D4E5:K1E2Y3I4D5:${newApnsKey()}`,
        APNS_ORIGIN: `http://127.0.0.1:${E2E_PUSH_PORT}`,
      },
    },
    {
      command: `"${process.execPath}" src/openid-provider.ts`,
      url: `${openId}/.well-known/openid-configuration`,
      timeout: 60_000,
      env: { E2E_PORT, E2E_OPENID_PORT, E2E_OPENID_SECRET },
    },
  ],
});
