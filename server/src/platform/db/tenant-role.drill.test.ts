import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ConfigError } from '#platform/config.ts';
import { newId } from '#platform/ids.ts';
import { connect } from './connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded.ts';
import { migrate } from './migrate.ts';

/*
 * An external PostgreSQL, whose roles an administrator manages. It is a whole server of its own, because a role belongs to
 * all its databases.
 */

const dataDir = mkdtempSync(join(tmpdir(), 'spotter-roles-'));
const log = { info() {}, warn() {}, error() {} };
let server: EmbeddedPostgres;
let admin: pg.Client;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, log, durable: false });
  admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A new database and its owner, as the administrator of a managed PostgreSQL makes them. */
async function addOwner(rights: string): Promise<{ name: string; url: string }> {
  const name = `gym_${newId().slice(-12)}`;
  await admin.query(`create role ${name} login ${rights} password 'only in this test'`);
  await admin.query(`create database ${name} owner ${name}`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role if exists spotter_tenant`);
    await admin.query(`drop role ${name}`);
  });
  const url = new URL(server.url);
  Object.assign(url, { username: name, password: 'only in this test', pathname: `/${name}` });
  return { name, url: url.href };
}

async function start(url: string): Promise<void> {
  const { pool, inside, close } = connect(url, { max: 2, onError: () => {} });
  try {
    await migrate(pool);
    await inside({ organizationId: newId() }).selectFrom('users').select('id').execute();
  } finally {
    await close();
  }
}

beforeEach(() => admin.query('drop role if exists spotter_tenant'));

test('an owner without CREATEROLE is told in one sentence what to run, and starts after that', async () => {
  const { name, url } = await addOwner('nocreaterole');
  const refusal: unknown = await start(url).catch((error) => error);
  expect(refusal).toBeInstanceOf(ConfigError);
  const { message } = refusal as Error;
  const statements = `create role spotter_tenant nologin; grant spotter_tenant to ${name};`;
  expect(message).toBe(
    `The database role ${name} needs the role spotter_tenant, which keeps organizations apart, and may not set it up. ` +
      `Run this as an administrator of the PostgreSQL, then start Spotter again: ${statements}`,
  );
  await admin.query(statements);
  await start(url);
});

test('is told only to grant the role where it exists', async () => {
  const { name, url } = await addOwner('nocreaterole');
  await admin.query('create role spotter_tenant nologin');
  await expect(start(url)).rejects.toThrow(`start Spotter again: grant spotter_tenant to ${name};`);
});

test('an owner with CREATEROLE needs nobody, also when processes start together', async () => {
  const { url } = await addOwner('createrole');
  await Promise.all([start(url), start(url), start(url)]);
});

test('learns that the role is gone after the database was moved to another PostgreSQL', async () => {
  const { name, url } = await addOwner('nocreaterole');
  await admin.query(`create role spotter_tenant nologin; grant spotter_tenant to ${name}`);
  await start(url);
  await admin.query(`revoke spotter_tenant from ${name}`);
  await expect(start(url)).rejects.toThrow(`grant spotter_tenant to ${name};`);
});

test.each(['bypassrls', 'superuser'])('refuses a tenant role with %s', async (right) => {
  const { name, url } = await addOwner('nocreaterole');
  await admin.query(`create role spotter_tenant nologin ${right}; grant spotter_tenant to ${name}`);
  await expect(start(url)).rejects.toThrow('can go around the walls between organizations');
});

test('refuses a tenant role that can become the owner', async () => {
  const { name, url } = await addOwner('nocreaterole');
  await admin.query(`create role spotter_tenant nologin; grant ${name} to spotter_tenant`);
  await expect(start(url)).rejects.toThrow(`revoke ${name} from spotter_tenant;`);
});
