import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { addSession } from '#testing/test-data.ts';

const app = useTestApp();
const params = () => ({ id: app().cast.organizations.ironHarbour });
const olga = () => app().as(app().cast.olga);

async function current() {
  const { body } = await (await olga()).listSessionTypes({ params: params(), query: { usage: true } });
  return body;
}

describe('changing session types', () => {
  test('renames, orders, adds and switches off in one go, for everybody at once', async () => {
    const admin = await olga();
    await admin.resetSessionTypes({ params: params() });
    const { results, version } = await current();
    const [first, second, ...others] = results;
    const { status, body } = await admin.updateSessionTypes({
      params: params(),
      body: {
        version,
        session_types: [
          { ...second!, name: 'Engine room', default_duration_minutes: 40 },
          { ...first!, is_active: false },
          ...others,
          { name: 'Climbing', kind: 'sports' },
        ],
      },
    });
    expect(status).toBe(200);
    expect(body.results.map(({ name }) => name).slice(0, 2)).toEqual(['Engine room', first!.name]);
    expect(body.results.at(-1)).toMatchObject({ name: 'Climbing', default_duration_minutes: 60, is_active: true });
    const ana = await app().as(app().cast.ana);
    expect((await ana.listSessionTypes({ params: params() })).body).toEqual(body);
  });

  test('tells the second of two admins that the list has changed, and keeps the first one', async () => {
    const admin = await olga();
    const { results, version } = await current();
    const rename = (name: string) => ({
      params: params(),
      body: { version, session_types: results.map((type, index) => (index === 0 ? { ...type, name } : type)) },
    });
    const answers = await Promise.all(['Morning', 'Evening'].map((name) => admin.updateSessionTypes(rename(name))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.error.code).toBe('changed_meanwhile');
    const stored = (await current()).results[0]!.name;
    expect(answers.find(({ status }) => status === 200)?.body.results[0]?.name).toBe(stored);
  });

  test('keeps a type that upcoming sessions use, and says which', async () => {
    const { db, cast } = app();
    const admin = await olga();
    const { results } = await current();
    const used = results.find(({ kind }) => kind === 'strength')!;
    const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
    await db
      .updateTable('sessions')
      .set({ session_type_id: used.id, workout_type: used.kind })
      .where('id', '=', id)
      .execute();
    expect((await current()).results.find((type) => type.id === used.id)?.upcoming_sessions).toBe(1);
    const without = { session_types: results.filter((type) => type.id !== used.id) };
    const refused = await admin.updateSessionTypes({ params: params(), body: without });
    expect([refused.status, refused.error.code]).toEqual([409, 'session_type_in_use']);
    expect(refused.error.details).toEqual({ session_types: [`Upcoming sessions still use ${used.name}`] });
    await db.deleteFrom('sessions').where('id', '=', id).execute();
    expect((await admin.updateSessionTypes({ params: params(), body: without })).status).toBe(200);
  });

  test('a reset keeps types that upcoming sessions use, behind the defaults', async () => {
    const { db, cast } = app();
    const admin = await olga();
    const { results } = await current();
    const own = [
      { name: 'Climbing', kind: 'sports' as const },
      { name: 'YOGA', kind: 'classes' as const },
    ];
    const kept = results.filter(({ name }) => !/^(yoga|climbing)$/i.test(name));
    const { body: changed } = await admin.updateSessionTypes({
      params: params(),
      body: { session_types: [...own, ...kept] },
    });
    const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
    const climbing = changed.results[0]!;
    await db
      .updateTable('sessions')
      .set({ session_type_id: climbing.id, workout_type: climbing.kind })
      .where('id', '=', id)
      .execute();
    const { status, body } = await admin.resetSessionTypes({ params: params() });
    expect(status).toBe(200);
    expect(body.results.at(-1)).toMatchObject({ id: climbing.id, name: 'Climbing' });
    expect(body.results.find(({ name }) => name === 'Yoga')?.id).toBe(changed.results[1]!.id);
    await db.deleteFrom('sessions').where('id', '=', id).execute();
    expect((await admin.resetSessionTypes({ params: params() })).body.results.map(({ name }) => name)).not.toContain(
      'Climbing',
    );
  });

  test('resets to the list of a new organization, and keeps what is on it', async () => {
    const admin = await olga();
    const before = await current();
    const { body } = await admin.resetSessionTypes({ params: params() });
    expect(body.results.map(({ name }) => name)).toEqual([
      'Strength',
      'Cardio',
      'HIIT',
      'Group class',
      'Yoga',
      'Mobility',
      'Sport',
    ]);
    expect((await admin.resetSessionTypes({ params: params() })).body).toEqual(body);
    const yoga = (results: { name: string; id: string }[]) => results.find(({ name }) => name === 'Yoga')?.id;
    if (yoga(before.results)) expect(yoga(body.results)).toBe(yoga(before.results));
  });

  test.each([
    ['nothing', () => []],
    ['none switched on', () => [{ name: 'Yoga', kind: 'flexibility' as const, is_active: false }]],
    ['two of one name', () => ['Yoga', 'yoga'].map((name) => ({ name, kind: 'flexibility' as const }))],
    ['an unknown one', () => [{ id: newId(), name: 'Yoga', kind: 'flexibility' as const }]],
  ])('refuses %s', async (_, types) => {
    const { status, error } = await (await olga()).updateSessionTypes({
      params: params(),
      body: { session_types: types() },
    });
    expect([status, Object.keys(error.details ?? {})]).toEqual([400, ['session_types']]);
  });

  test("leaves another organization's list alone", async () => {
    const id = app().cast.organizations.nightShift;
    const admin = await olga();
    const body = { session_types: [{ name: 'Mine', kind: 'sports' as const }] };
    expect((await admin.updateSessionTypes({ params: { id }, body })).error.code).toBe('organization_not_found');
    expect((await admin.resetSessionTypes({ params: { id } })).error.code).toBe('organization_not_found');
  });
});
