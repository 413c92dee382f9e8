import pg from 'pg';
import { inject } from 'vitest';
import { type Cast, templates } from './cast.ts';

let clones = 0;

/** The test file's own database, cloned from a migrated template; `drop` removes it. */
export async function cloneDatabase(content: keyof typeof templates = 'empty'): Promise<{
  url: string;
  drop(): Promise<void>;
}> {
  const url = new URL(inject('databaseUrl'));
  const name = `test_${process.pid}_${Date.now().toString(36)}_${clones++}`;
  // PostgreSQL's other way writes each page to its log too, which takes twice as much of the processor.
  await run(url.href, `create database ${name} template ${templates[content]} strategy file_copy`);
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
      return await run(inject('databaseUrl'), `drop database ${name}`);
    } catch (error) {
      if ((error as { code?: string }).code !== busy || tries === 5) throw error;
    }
    await run(
      inject('databaseUrl'),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
    );
  }
}

async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    /** The people and places in the cloned database. */
    cast: Cast;
  }
}
