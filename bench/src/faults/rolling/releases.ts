import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkPackages } from '../../../../scripts/release-folder.ts';
import { root } from '../../../../scripts/web-build.ts';

export type Release = { program: string; asset: string };

/** This server with a web app of its own, whose one script no other release has. */
export function layOutRelease(home: string, version: number): Release {
  const folder = join(home, `release-${version}`);
  for (const name of ['package.json', 'contract', 'server'])
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  linkPackages(folder);
  const asset = `assets/start-0000000${version}.js`;
  const files = {
    'app.html': `<html><head></head><body><script src="/${asset}"></script></body></html>`,
    'index.html': '<html><head></head><body></body></html>',
    'first-screen.html': '',
    '.vite/manifest.json': '{}',
    [asset]: `export const release = ${version};`,
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, 'web', 'dist', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return { program: join(folder, 'server', 'src', 'main.ts'), asset: `/${asset}` };
}

/** Asks every address for every script; returns what was wrong. */
export async function askForAssets(urls: readonly string[], assets: readonly string[]): Promise<string[]> {
  const asked = urls.flatMap((url) => assets.map((asset) => `${url}${asset}`));
  const answers = await Promise.all(
    asked.map(async (address) => {
      const { status, headers } = await fetch(address);
      const isKeptForEver = headers.get('cache-control')?.includes('immutable');
      return status === 200 && isKeptForEver ? [] : [`GET ${address} answered ${status}`];
    }),
  );
  return answers.flat();
}
