import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const docker = (...args: string[]) => spawnSync('docker', args, { cwd: root, encoding: 'utf8' });
const answers = docker('info', '--format', '{{.ServerVersion}}').status === 0;

test.skipIf(!answers)('the container image can be built where a Docker engine answers', { timeout: 1_200_000 }, () => {
  const { status, stderr } = docker('build', '--quiet', '--file', 'deploy/Dockerfile', '.');
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
