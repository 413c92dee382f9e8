import pg from 'pg';
import { inject } from 'vitest';

let clones = 0;

/** A database of the test file's own, cloned from the migrated template; `drop` takes it away again. */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const url = new URL(inject('databaseUrl'));
  const name = `test_${process.pid}_${Date.now().toString(36)}_${clones++}`;
  await run(url.href, `create database ${name} template ${inject('templateDatabase')}`);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => drop(name) };
}

/** Waits (as PostgreSQL does by itself) for those who are just leaving; whoever stays is put out. */
async function drop(name: string) {
  const busy = '55006';
  await run(inject('databaseUrl'), `drop database ${name}`).catch((error: { code?: string }) => {
    if (error.code !== busy) throw error;
    return run(inject('databaseUrl'), `drop database ${name} with (force)`);
  });
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
    templateDatabase: string;
  }
}
