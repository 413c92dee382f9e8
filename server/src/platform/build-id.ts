import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
let known: string | undefined;

/** The release with the ids of the two builds that run here, web app and server: nodes of different content differ. */
export function spotterVersion(): string {
  known ??= buildOf(root);
  return known;
}

export function buildOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'server/package.json'), 'utf8')) as { version: string };
  return `${version}+${webBuild(folder)}.${serverBuild(folder)}`;
}

/** As the built page names itself (`web/vite.config.ts`). */
function webBuild(folder: string): string {
  try {
    const page = readFileSync(join(folder, 'web/dist/app.html'), 'utf8');
    return /<meta name="build" content="(\w+)"/.exec(page)?.[1] ?? 'unnamed';
  } catch {
    return 'unbuilt';
  }
}

/** From the files themselves, which run as they are: there may be no git, and nothing has to be remembered at a release. */
function serverBuild(cwd: string): string {
  const hash = createHash('sha256');
  const files = globSync(['{server,contract}/src/**/*.ts', 'server/migrations/*.sql', 'package-lock.json'], { cwd });
  for (const file of files.sort())
    if (!file.endsWith('.test.ts')) hash.update(`${file}\0`).update(readFileSync(join(cwd, file)));
  return hash.digest('hex').slice(0, 8);
}
