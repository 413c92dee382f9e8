/**
 * Prints the path of a Node that runs TypeScript directly: the current one if it is new enough, else the one installed
 * as a package. It is JavaScript because any Node that runs npm must be able to run it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const OLDEST = 24;
const platform = process.platform === 'win32' ? 'win' : process.platform;
const program = process.platform === 'win32' ? 'node.exe' : 'node';

// Found by the packages' own names, because some versions of npm link no `node` into node_modules/.bin.
const packaged = [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]
  .map((name) => fileURLToPath(new URL(`../node_modules/${name}/bin/${program}`, import.meta.url)))
  .find((path) => existsSync(path) && spawnSync(path, ['--version']).status === 0);

if (Number(process.versions.node.split('.')[0]) >= OLDEST) console.log(process.execPath);
else if (packaged) console.log(packaged);
else {
  console.error(
    existsSync(new URL('../node_modules', import.meta.url))
      ? `Spotter needs Node ${OLDEST} or later; this is ${process.versions.node}, and the package with a newer one is missing. Run: npm ci`
      : 'Run: npm ci',
  );
  // The caller executes what this prints, so it has to fail.
  console.log('false');
}
