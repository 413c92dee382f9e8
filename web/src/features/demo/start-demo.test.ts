import { beforeEach, expect, test } from 'vitest';
import { readTokens } from '#platform/api/tokens.ts';
import { answerWith } from '../../testing/answers.ts';
import { demoFlag } from './demo-storage.ts';
import { startDemo } from './start-demo.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const busy = () =>
  Response.json({ error: 'busy', code: 'unavailable' }, { status: 503, headers: { 'Retry-After': '0.001' } });
const started = () =>
  Response.json(
    {
      access_token: 'access',
      refresh_token: 'refresh',
      demo_info: { persona_name: 'Ana Costa', expires_at: '2026-11-18T12:00:00Z' },
    },
    { status: 201 },
  );

test('asks again while the server is busy with other visitors', async () => {
  const answers = [busy(), busy(), started()];
  const requests = answerWith(() => answers.shift());
  await startDemo();
  expect(requests.map(({ path }) => path)).toEqual(Array(3).fill('/demo/start/'));
  expect([readTokens()?.access, demoFlag.read()]).toEqual(['access', 'true']);
});

test('gives up at once when no demo may start', async () => {
  const requests = answerWith(() =>
    Response.json({ error: 'x', code: 'demo_failed' }, { status: 503, headers: { 'Retry-After': '60' } }),
  );
  await expect(startDemo()).rejects.toMatchObject({ code: 'demo_failed' });
  expect(requests).toHaveLength(1);
});
