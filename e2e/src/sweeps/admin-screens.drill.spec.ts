import { randomUUID } from 'node:crypto';
import { askForJob } from '../../../server/src/testing/databases/running-database.ts';
import { expect, goInApp, openAdminPlace, test } from '../fixtures.ts';
import { call } from '../planning.ts';
import { expectSettledAtBothSizes, lookInApp, type Screen } from './look-at-screens.ts';

// Each screen twice, and each new look of a text in 202 themes.
test.slow();

test('admin pages', async ({ page, signInAs }) => {
  await signInAs('olga');
  await lookInApp(page, [
    ['/admin', 'Iron Harbour'],
    ['/admin/select-organization', 'Choose an organization'],
    ['/admin/help', 'Help'],
    ['/admin/help/locations', 'Add and change locations'],
  ]);
  await goInApp(page, '/admin/help/first-steps');
  await expect(page).toHaveURL(/\/admin\/help$/);
  for (const path of ['/admin/theme', '/admin/users', '/admin/organizations']) {
    await goInApp(page, path);
    await expect(page.getByRole('heading', { name: 'Choose an organization' })).toBeVisible();
  }
  for (const [name, heading] of [
    ['Locations', 'Locations'],
    ['Hours', 'Hours'],
    ['Session types', 'Session types'],
    ['Users', 'Users'],
    ['Invite codes', 'Invite codes'],
    ['Members at risk', 'Members at risk'],
    ['Theme', 'Theme'],
    ['Announcements', 'Announcements'],
    ['Reports', 'Reports'],
    ['Audit log', 'Audit log'],
    ['Import and export', 'Import and export'],
  ] as const) {
    await openAdminPlace(page, name);
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expectSettledAtBothSizes(page);
  }
});

test('a member at risk whom the weekly mail led to', async ({ page, signInAs, request }) => {
  const tokens = await signInAs('olga');
  await askForJob(process.env.E2E_DATA_DIR ?? '', 'refresh_member_risks');
  const risks = () => call(request, tokens, '/analytics/at-risk/');
  await expect.poll(async () => (await risks()).count).toBeGreaterThan(0);
  const { results } = await risks();
  const { person } = results.find(({ can_message }: { can_message: boolean }) => can_message);
  const content = 'We miss you at the gym. See you on Saturday?';
  await call(request, tokens, `/analytics/at-risk/${person.id}/message/`, { content, client_nonce: randomUUID() });
  const { organization } = await call(request, tokens, '/users/me/');
  await page.goto(`/admin/organizations/${organization.id}/members-at-risk?member=${person.id}`);
  await expect(page.getByRole('list', { name: 'Asked for' })).toContainText('Message');
  await expectSettledAtBothSizes(page);
});

test('super admin pages, in light and dark', async ({ page, signInAs }) => {
  await signInAs('sam');
  const screens: [Screen, ...Screen[]] = [
    ['/super-admin/organizations', 'Organizations'],
    ['/super-admin/super-users', 'Super users'],
    ['/super-admin/operations', 'Operations'],
    ['/super-admin/demo', /Demo/],
    ['/super-admin/generate-demo-data', /demo data/i],
  ];
  await lookInApp(page, screens);
  // Operators have no gym with a dark theme: theirs follows the device.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await lookInApp(page, screens);
  await page.emulateMedia({ colorScheme: null });
});
