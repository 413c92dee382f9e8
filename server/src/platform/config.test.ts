import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const secret = 'x'.repeat(32);
const load = (env: Record<string, string>) => loadConfig({ TOKEN_SECRET: secret, ...env });
const wrong = (env: Record<string, string>): string => {
  try {
    load(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return 'nothing is wrong';
};

test('serves only this machine, with safe defaults, without any setting', () => {
  const config = load({});
  expect(config).toMatchObject({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: 3000,
    PUBLIC_URL: 'http://127.0.0.1:3000',
    RATE_LIMITS: true,
    isLocal: true,
  });
});

test('names an invalid setting in a sentence, without its value', () => {
  for (const [name, value] of Object.entries({
    PORT: 'eighty',
    NODE_ENV: 'staging',
    PUBLIC_URL: 'spotter.example',
    DATABASE_URL: 'mysql://root:hunter2@db/spotter',
    DATABASE_DIRECT_URL: 'postgres://root:hunter2@a:5432,b:port/spotter',
    DATABASE_REPLICA_URL: 'postgres://root:hunter2@a/spotter?target_session_attrs=standby',
    DRAIN_SECONDS: '-1',
    STOP_SECONDS: '661',
    SMTP_URL: 'http://mail',
    TOKEN_SECRET: 'too short',
    METRICS_TOKEN: 'short',
    DATABASE_POOL: '1',
    TRUST_PROXY: 'yes',
    RATE_LIMITS: 'maybe',
    LOG_LEVEL: 'loud',
    ROLES: 'everything',
  })) {
    const message = wrong({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} is not right: .+\\.$`));
    expect(message).not.toContain(value);
  }
});

test('reports every wrong setting at once, one per line', () => {
  expect(wrong({ PORT: '-1', LOG_LEVEL: 'loud' }).split('\n')).toHaveLength(2);
});

test('takes a database of several hosts, and a way past its pooler only together with the way through it', () => {
  const DATABASE_URL = 'postgres://spotter@pool:6432/spotter';
  const DATABASE_DIRECT_URL = 'postgres://spotter@a:5432,b:5432/spotter?target_session_attrs=read-write';
  expect(load({ DATABASE_URL, DATABASE_DIRECT_URL })).toMatchObject({ DATABASE_URL, DATABASE_DIRECT_URL });
  expect(wrong({ DATABASE_DIRECT_URL })).toContain('set both');
});

test('treats an empty setting as missing', () => {
  expect(load({ PORT: '', SMTP_URL: '' })).toMatchObject({ PORT: 3000, SMTP_URL: undefined });
});

test('keeps limits on in production unless only this machine can reach the server', () => {
  expect(wrong({ RATE_LIMITS: 'off', HOST: '0.0.0.0' })).toContain('RATE_LIMITS');
  expect(wrong({ RATE_LIMITS: 'off', HOST: '::' })).toContain('RATE_LIMITS');
  expect(wrong({ RATE_LIMITS: 'off', HOST: '127.0.0.1.example.com' })).toContain('RATE_LIMITS');
  for (const HOST of ['127.0.0.1', '::1', 'localhost', '127.8.8.8'])
    expect(load({ RATE_LIMITS: 'off', HOST }).RATE_LIMITS).toBe(false);
  for (const [name, value] of [
    ['TRUST_PROXY', '1'],
    ['PUBLIC_URL', 'https://gym.example'],
  ] as const)
    expect(wrong({ RATE_LIMITS: 'off', [name]: value })).toContain('RATE_LIMITS');
  const test = { RATE_LIMITS: 'off', HOST: '0.0.0.0', NODE_ENV: 'test', MAIL_REQUIRED: 'off' };
  expect(load(test).RATE_LIMITS).toBe(false);
});

const reachable: Record<string, string>[] = [
  { HOST: '0.0.0.0' },
  { HOST: '::' },
  { HOST: 'gym.example' },
  { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' },
  { TRUST_PROXY: '1' },
  { PUBLIC_URL: 'https://gym.example' },
  { PUBLIC_URL: 'http://localhost.example' },
  { PUBLIC_URL: 'http://127.0.0.1@gym.example' },
];

test.each(reachable)('refuses to start without mail when others can reach the server, and says why: %o', (env) => {
  expect(wrong(env)).toMatch(/^SMTP_URL is missing: .*MAIL_REQUIRED=off/);
  expect(load({ ...env, SMTP_URL: 'smtp://mail.example' }).isLocal).toBe(false);
  expect(load({ ...env, MAIL_REQUIRED: 'off' }).isLocal).toBe(false);
});

test('needs no mail server while only this machine can reach it', () => {
  for (const HOST of ['::1', 'localhost', '127.0.0.2']) expect(load({ HOST }).isLocal).toBe(true);
  expect(load({ PUBLIC_URL: 'http://[::1]:3000' }).isLocal).toBe(true);
});

test('creates a missing secret once, readable by its owner only', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spotter-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const first = loadConfig({ DATA_DIR: folder }).TOKEN_SECRET;
  expect(first.length).toBeGreaterThanOrEqual(64);
  expect(loadConfig({ DATA_DIR: folder }).TOKEN_SECRET).toBe(first);
  expect(statSync(join(folder, 'token-secret')).mode & 0o777).toBe(0o600);
});
