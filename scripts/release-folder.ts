import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './web-build.ts';

/** Gives the code in a folder our packages, beside workspaces of its own. */
export function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@spotter'), { recursive: true });
  const present = readdirSync(join(root, 'node_modules')).filter((name) => name !== '@spotter');
  for (const name of present) symlinkSync(join(root, 'node_modules', name), join(packages, name));
  for (const name of ['contract', 'server', 'web', 'e2e', 'bench'])
    symlinkSync(join(folder, name), join(packages, '@spotter', name));
}
