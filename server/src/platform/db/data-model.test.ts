import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from '#testing/database.ts';

const readPage = () => readFile(new URL('../../../../docs/data-model.md', import.meta.url), 'utf8');

async function namesInDatabase(query: string): Promise<string[]> {
  const database = await cloneDatabase();
  onTestFinished(database.drop);
  const pool = new pg.Pool({ connectionString: database.url });
  onTestFinished(() => pool.end());
  const { rows } = await pool.query<{ name: string }>(query);
  return rows.map(({ name }) => name).toSorted();
}

test('docs/data-model.md names each migration', async () => {
  const listed = [...(await readPage()).matchAll(/^\| `(\d{4}_\w+)` \|/gm)].map(([, name]) => name);
  const files = await readdir(new URL('../../../migrations', import.meta.url));
  expect(listed).toEqual(files.flatMap((name) => (name.endsWith('.sql') ? name.slice(0, -4) : [])).toSorted());
});

test('docs/data-model.md shows each table in a diagram or names it beside them', async () => {
  const page = await readPage();
  const diagrams = [...page.matchAll(/```mermaid\n(.*?)```/gs)].flatMap(([, text]) => text!.match(/\w+/g) ?? []);
  const beside = page.split('## Tables beside the diagrams\n')[1]!.split('\n## ')[0]!;
  const rows = beside.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((line) => [...line.split(' | ')[0]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  const tables = await namesInDatabase(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`);
  expect(tables.filter((name) => !named.includes(name) && !diagrams.includes(name))).toEqual([]);
  expect(named.filter((name) => !tables.includes(name))).toEqual([]);
});

test('docs/data-model.md names the rule of each trigger', async () => {
  const page = await readPage();
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
  const triggers = await namesInDatabase(`
    select tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace`);
  expect(named.toSorted()).toEqual(triggers);
});
