import pg from 'pg';
import { inject } from 'vitest';
import { type Cast, templates } from './cast.ts';

let clones = 0;

/** The test file's own database, cloned from a migrated template, or without tables; `drop` removes it. */
export async function cloneDatabase(content: keyof typeof templates | 'nothing' = 'empty'): Promise<{
  url: string;
  drop(): Promise<void>;
}> {
  const url = new URL(inject('databaseUrl'));
  const name = `test_${process.pid}_${Date.now().toString(36)}_${clones++}`;
  // PostgreSQL's other way writes each page to its log too, which takes twice as much of the processor.
  await run(
    `create database ${name} template ${content === 'nothing' ? 'template0' : templates[content]} strategy file_copy`,
  );
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => drop(name) };
}

/**
 * PostgreSQL waits for closing connections by itself; then our remaining ones are terminated. `with (force)` would also
 * end PostgreSQL's own cleaners, which only a superuser may.
 */
export async function drop(name: string): Promise<void> {
  const busy = '55006';
  for (let tries = 1; ; tries++) {
    try {
      return await run(`drop database ${name}`);
    } catch (error) {
      if ((error as { code?: string }).code !== busy || tries === 5) throw error;
    }
    await run(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
    );
  }
}

/** Kept for all files of this process: opening a connection takes the processor as long as a dozen statements. */
let admin: Promise<pg.Client> | undefined;

async function run(statement: string): Promise<void> {
  admin ??= openAdmin();
  await (await admin).query(statement);
}

async function openAdmin(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('databaseUrl') });
  // Without a listener, the end of the database would end the tests that are still running.
  client.on('error', () => {});
  await client.connect();
  return client;
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    /** The people and places in the cloned database. */
    cast: Cast;
  }
}
