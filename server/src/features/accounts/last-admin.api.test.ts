import { describe, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { addMemberTo } from '#testing/test-data.ts';

const app = useTestApp();
const olga = () => app().as(app().cast.olga);
const addAdmin = () => addMemberTo(app().db, app().cast, app().cast.gyms.barangaroo, { role: 'org_admin' });

describe('the last organization admin', () => {
  test('stays, and nobody deletes or deactivates themselves here', async () => {
    const { cast } = app();
    const admin = await olga();
    const params = { id: cast.olga.id };
    expect((await admin.setUserRole({ params, body: { role: 'regular_user' } })).error.code).toBe('last_org_admin');
    expect((await admin.updateUser({ params, body: { is_active: false } })).error.code).toBe('last_org_admin');
    expect((await admin.deleteUser({ params })).error.code).toBe('not_yourself');
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.deleteUser({ params })).error.code).toBe('last_org_admin');
    const second = await addAdmin();
    expect((await admin.updateUser({ params, body: { is_active: false } })).error.code).toBe('not_yourself');
    expect((await admin.setUserRole({ params: { id: second.id }, body: { role: 'regular_user' } })).status).toBe(200);
  });

  test('is kept when two admins remove each other at the same moment', async () => {
    const { db, cast } = app();
    const second = await addAdmin();
    const [one, other] = [await olga(), await app().as(second)];
    const answers = await Promise.all([
      one.setUserRole({ params: { id: second.id }, body: { role: 'regular_user' } }),
      other.setUserRole({ params: { id: cast.olga.id }, body: { role: 'regular_user' } }),
    ]);
    for (const { status } of answers) expect([200, 403, 404, 409, 503]).toContain(status);
    const left = await db
      .selectFrom('users')
      .select('id')
      .where('organization_id', '=', cast.organizations.ironHarbour)
      .where('role', '=', 'org_admin')
      .where('is_active', '=', true)
      .execute();
    expect(left).toHaveLength(1);
    await db.updateTable('users').set({ role: 'org_admin' }).where('id', '=', cast.olga.id).execute();
    await db.updateTable('users').set({ role: 'regular_user' }).where('id', '=', second.id).execute();
  });
});
