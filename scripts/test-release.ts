/**
 * `npm run test:release`: runs the API tests of the previous release, with its own code, on the schema of this one
 * (docs/releases.md). `npm run test:release -- <commit> <files>` takes another commit, and only some tests. It needs the repository's history; `npm test` compares the schemas without it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPrevious } from '../server/src/platform/db/releases/previous.ts';
import { linkPackages } from './release-folder.ts';
import { testRun } from './test-run/test-run.ts';
import { node, type Outcome, run, summarize } from './test-run/test-steps.ts';
import { root } from './web-build.ts';

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The commit that `npm run release:keep` kept, if it is one that this tree can be tested against. */
async function previousRelease(): Promise<string> {
  const { commit, migrations } = await readPrevious();
  if (git('rev-parse', commit) === git('rev-parse', 'HEAD'))
    throw new Error(`${commit}, the kept release, is this very commit: nothing would be proved.`);
  const listed = git('ls-tree', '--name-only', `${commit}:server/migrations`).split('\n');
  const its = listed.filter((name) => name.endsWith('.sql'));
  if (its.join() !== migrations.join())
    throw new Error(`The migrations of ${commit} are not those that server/releases/previous/release.json lists.`);
  return commit;
}

function layOut(commit: string, folder: string): void {
  mkdirSync(folder);
  const archive = `${folder}.tar`;
  git('archive', '-o', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  linkPackages(folder);
  // And our schema under its code.
  rmSync(join(folder, 'server', 'migrations'), { recursive: true });
  cpSync(join(root, 'server', 'migrations'), join(folder, 'server', 'migrations'), { recursive: true });
}

const [commit = await previousRelease(), files = '.api.'] = process.argv.slice(2);
console.log(`The code of ${commit} on the schema of this release`);
const outcomes: Outcome[] = [];
await testRun(async (scratch) => {
  const folder = join(scratch, 'previous');
  layOut(commit, folder);
  const command = node('node_modules/vitest/vitest.mjs', 'run', '--project=server', '--project=drills', files);
  const began = performance.now();
  const { ok } = await run({ command, cwd: folder, env: { NODE_ENV: 'test' } }, true);
  const seconds = (performance.now() - began) / 1_000;
  const name = `API tests of ${commit}`;
  outcomes.push({ name, ok, seconds, passed: 0, failed: ok ? 0 : 1, faults: ok ? [] : ['see above'] });
});
summarize(outcomes);
