import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is kept of the previous release: its functions, and this. */
type Release = { version: string; commit: string; migrations: string[]; unused: string[] };

export const previousFolder = fileURLToPath(new URL('../../../../releases/previous/', import.meta.url));
const migrationsFolder = fileURLToPath(new URL('../../../../migrations/', import.meta.url));

export const readPrevious = async (): Promise<Release> =>
  JSON.parse(await readFile(join(previousFolder, 'release.json'), 'utf8'));

/** Puts the previous release's migrations and functions into a folder for `migrate`. Migrations never change, so they are ours. */
export async function layOutPrevious(folder: string): Promise<void> {
  const { migrations } = await readPrevious();
  await mkdir(join(folder, 'functions'));
  for (const name of migrations) await cp(join(migrationsFolder, name), join(folder, name));
  await writeFile(join(folder, 'functions', 'all.sql'), await readFile(join(previousFolder, 'functions.sql'), 'utf8'));
}
