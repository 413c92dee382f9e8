import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';

test('docs/data-model.md names the rule of each trigger', async () => {
  const page = await readFile(new URL('../../../../docs/data-model.md', import.meta.url), 'utf8');
  const section = page.split('## The rule each trigger holds\n')[1]!.split('\n## ')[0]!;
  const named = section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) =>
      [
        ...line
          .split(' | ')
          .at(-1)!
          .matchAll(/`(\w+)`/g),
      ].map(([, name]) => name),
    );
  const database = await cloneDatabase();
  onTestFinished(database.drop);
  const pool = new pg.Pool({ connectionString: database.url });
  onTestFinished(() => pool.end());
  const { rows } = await pool.query<{ name: string }>(`
    select tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`);
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
