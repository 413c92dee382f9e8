import { mostExportedEntries } from '@spotter/contract/desk/audit-log.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { addMemberTo } from '#testing/test-data.ts';

const app = useTestApp();
const olga = () => app().as(app().cast.olga);
type Query = Parameters<Awaited<ReturnType<typeof olga>>['listAuditLog']>[0];

/** Olga and Finn make codes, Spotter support resets the session types, and the other organization makes a code. */
beforeAll(async () => {
  const { cast } = app();
  await (await olga()).createInviteCode({ body: { code: 'FRONT-DESK', label: 'Front desk' } });
  await (await app().as(cast.finn)).createInviteCode({ body: { code: 'FLYER', gym_id: cast.gyms.barangaroo } });
  const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
  await inside.resetSessionTypes({ params: { id: cast.organizations.ironHarbour } });
  await inside.updateMyPreferences({ body: { notifications: { message: { push: false } } } });
  await (await app().as(cast.nora)).createInviteCode({ body: { code: 'ELSEWHERE' } });
});

const list = async (query: NonNullable<Query>['query'] = {}) => (await (await olga()).listAuditLog({ query })).body;
const said = async (query: NonNullable<Query>['query'] = {}) =>
  (await list(query)).results.map(({ actor, emulating, sentence }) => [
    emulating ? 'Spotter support' : (actor?.first_name ?? null),
    sentence,
  ]);

describe('the audit log', () => {
  test('says who did what, newest first, and once for each change of Spotter support', async () => {
    const rows = await said();
    expect(rows).toEqual([
      ['Spotter support', 'made a change: update my preferences'],
      ['Spotter support', 'reset the session types'],
      ['Finn', 'created the invite code FLYER'],
      ['Olga', 'created the invite code FRONT-DESK'],
    ]);
  });

  test('names no super admin', async () => {
    expect(JSON.stringify(await list())).not.toContain(app().cast.sam.id);
  });

  test('is filtered by person, kind, support and time', async () => {
    const { cast } = app();
    expect(await said({ actor_id: cast.finn.id })).toEqual([['Finn', 'created the invite code FLYER']]);
    expect(await said({ kind: 'session_types' })).toEqual([['Spotter support', 'reset the session types']]);
    expect((await said({ kind: 'invite_codes' })).length).toBe(2);
    expect((await said({ emulating: true })).length).toBe(2);
    expect((await said({ emulating: false })).length).toBe(2);
    const [, reset] = (await list()).results;
    expect((await said({ from: reset!.created_at })).length).toBe(2);
    expect((await said({ until: reset!.created_at })).length).toBe(2);
  });

  test('comes in parts', async () => {
    const first = await list({ page_size: 3 });
    expect([first.count, first.results.length]).toEqual([4, 3]);
    expect(first.next).toContain(`before=${first.results[2]!.id}`);
    const rest = await list({ page_size: 3, before: first.results[2]!.id });
    expect([rest.results.length, rest.next]).toEqual([1, null]);
  });

  test('lists the people in it by name', async () => {
    const { results } = (await (await olga()).listAuditActors()).body;
    expect(results.map(({ first_name }) => first_name)).toEqual(['Finn', 'Olga']);
  });

  test('belongs to the owners alone', async () => {
    const { cast } = app();
    for (const person of [cast.ana, cast.finn])
      expect((await (await app().as(person)).listAuditLog()).error.code).toBe('access_denied');
    const { results } = (await (await app().as(cast.nora)).listAuditLog()).body;
    expect(results.map(({ sentence }) => sentence)).toEqual(['created the invite code ELSEWHERE']);
    expect((await (await app().as(cast.sam)).listAuditLog()).error.code).toBe('organization_required');
  });

  test('says nothing of notes and reports about the reader, in the list or the file', async () => {
    const { cast, db } = app();
    const organization_id = cast.organizations.nightShift;
    const rows = ['report.warned', 'staff_note.created', 'user.updated'].map((action) => ({
      ...{ id: newId(), organization_id, action, target_type: 'user', target_id: cast.nora.id, request_id: 'about' },
    }));
    await db.insertInto('audit_log').values(rows).execute();
    const log = (await (await app().as(cast.nora)).listAuditLog()).body;
    expect(log.results.filter(({ target_id }) => target_id === cast.nora.id).map(({ action }) => action)).toEqual([
      'user.updated',
    ]);
    expect(log.count).toBe(log.results.length);
    const support = (await (await app().as(cast.sam, organization_id)).listAuditLog()).body;
    expect(support.results.map(({ action }) => action)).toEqual(
      expect.arrayContaining(rows.map(({ action }) => action)),
    );
    const file = await app().http.inject({
      url: '/api/v1/admin/audit-log/export/',
      headers: { authorization: `Bearer ${await app().tokenFor(cast.nora)}` },
    });
    expect(file.body).toContain('user.updated');
    expect(file.body).not.toMatch(/report\.|staff_note\./);
    await db.deleteFrom('audit_log').where('request_id', '=', 'about').execute();
  });

  test('keeps its words when the target is gone', async () => {
    const { cast, db } = app();
    await db
      .insertInto('audit_log')
      .values({
        id: newId(),
        organization_id: cast.organizations.nightShift,
        actor_id: newId(),
        action: 'user.password_reset',
        target_type: 'user',
        target_id: newId(),
        request_id: 'test',
      })
      .execute();
    const [row] = (await (await app().as(cast.nora)).listAuditLog()).body.results;
    expect(row).toMatchObject({ actor: null, sentence: 'reset the password of a former member' });
  });
});

describe('an entry', () => {
  test('keeps what it said, with each value before and after, and forgets a deleted account', async () => {
    const { cast, db } = app();
    const member = await addMemberTo(db, cast, cast.gyms.fremantle, { first_name: 'Bo', last_name: 'Adler' });
    const admin = await olga();
    const params = { id: member.id };
    await admin.setUserGymAccess({ params, body: { gym_ids: [cast.gyms.barangaroo] } });
    await admin.updateUser({ params, body: { first_name: 'Bob', phone: '0412 345 678' } });
    await admin.updateGym({ params: { id: cast.gyms.fremantle }, body: { name: 'Fremantle West' } });
    const entries = async () =>
      (await list({ kind: 'users' })).results
        .filter(({ target_id }) => target_id === member.id)
        .map(({ sentence, edits }) => [
          sentence,
          edits.map(({ field, before, after }) => `${field}: ${before} → ${after}`),
        ]);
    const then = [
      ['changed the first name, the phone of Bob Adler', ['First name: Bo → Bob', 'Phone: null → 0412 345 678']],
      [
        'changed which locations Bo Adler can use',
        ['Locations: Fremantle → Barangaroo', 'Home location: null → Barangaroo'],
      ],
    ];
    expect(await entries()).toEqual(then);
    await admin.updateUser({ params, body: { last_name: 'Brown' } });
    expect((await entries()).slice(1)).toEqual(then);
    const [moved] = (await list({ kind: 'locations' })).results;
    expect(moved?.edits).toEqual([{ field: 'Name', before: 'Fremantle', after: 'Fremantle West' }]);
    await admin.deleteUser({ params });
    const left = (await list({ kind: 'users' })).results.filter(({ target_id }) => target_id === member.id);
    expect(JSON.stringify(left)).not.toMatch(/Bo|Adler|Brown|0412/);
    expect(left.at(-1)?.sentence).toBe('changed which locations a former member can use');
  });

  test('can only be forgotten, never rewritten', async () => {
    const { db } = app();
    const [row] = await db.selectFrom('audit_log').select('id').where('target_name', 'is not', null).limit(1).execute();
    const rewrite = (values: object) => db.updateTable('audit_log').set(values).where('id', '=', row!.id).execute();
    await expect(rewrite({ target_name: 'Somebody else' })).rejects.toThrow('append-only');
    await expect(rewrite({ target_name: null, edits: null, action: 'user.created' })).rejects.toThrow('append-only');
  });
});

describe('the export', () => {
  const csv = async (path: string) => {
    const token = await app().tokenFor(app().cast.olga);
    return app().http.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } });
  };

  test('is a file of the same rows, filtered alike', async () => {
    const answer = await csv('/admin/audit-log/export/?kind=invite_codes');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/);
    const [head, ...rows] = answer.body.slice(1).trimEnd().split('\r\n');
    expect(head).toBe('Time (UTC),Who,What,Before and after,Action');
    expect(rows.map((row) => row.split(',').slice(1))).toEqual([
      ['Finn Fraser', 'created the invite code FLYER', '', 'invite_code.created'],
      ['Olga Orlova', 'created the invite code FRONT-DESK', '', 'invite_code.created'],
    ]);
  });

  test('defuses formulas in names', async () => {
    const { cast, db } = app();
    const rename = (first_name: string) =>
      db.updateTable('users').set({ first_name }).where('id', '=', cast.finn.id).execute();
    await rename('=HYPERLINK("x")');
    const { body } = await csv(`/admin/audit-log/export/?actor_id=${cast.finn.id}`);
    expect(body).toContain(`,"'=HYPERLINK(""x"") Fraser",`);
    await rename('Finn');
  });

  test('ends after the newest entries and says how to get the others', async () => {
    const { cast, pool } = app();
    await pool.query(
      `insert into audit_log (id, organization_id, actor_id, action, target_type, target_id, request_id, created_at)
       select gen_random_uuid(), $1, $2, 'user.updated', 'user', $2, 'many', now() - n * interval '1 minute'
       from generate_series(1, $3::int) n`,
      [cast.organizations.ironHarbour, cast.finn.id, mostExportedEntries + 1],
    );
    const { body } = await csv(`/admin/audit-log/export/?actor_id=${cast.finn.id}`);
    const lines = body.trimEnd().split('\r\n');
    expect(lines).toHaveLength(mostExportedEntries + 2);
    expect(lines.at(-1)).toBe(',,These are the newest 15000 entries. Choose a period for older ones.');
  });
});
