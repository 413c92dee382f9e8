import { expect, test } from '../fixtures.ts';

test('a member gets the first screen in few files and asks for nothing twice', async ({ page, signInAs }) => {
  await signInAs('ana');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'Sessions you can join' })).toBeVisible();
  await expect.poll(() => asked).toContain('/api/v1/users/me/user-preferences/');

  expect(asked.filter((path) => path.endsWith('.js')).length).toBeLessThan(12);
  const calls = asked.filter((path) => path.startsWith('/api/'));
  for (const path of ['/api/v1/users/me/', '/api/v1/gym/config/', '/api/v1/events/cursor/'])
    expect(calls.filter((call) => call === path)).toHaveLength(1);
  // Sent by the page itself, before the app's files have run.
  expect(asked.indexOf('/api/v1/users/me/')).toBeLessThan(asked.findIndex((path) => path.includes('/sessions/')));
});
