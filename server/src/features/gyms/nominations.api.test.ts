import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startTestApp, useTestApp } from '#testing/app.ts';

const app = useTestApp({ OPERATOR_EMAIL: 'operator@spotter.example' });

const form = (more: object = {}) => ({
  nominator_first_name: 'Wren',
  nominator_last_name: 'Walsh',
  nominator_email: 'wren@elsewhere.example',
  gym_name: 'Barbell Collective',
  gym_address: '77 Sydney Road, Brunswick',
  comments: 'Everybody <b>there</b> trains in groups.',
  ...more,
});

beforeEach(async () => {
  await app().db.deleteFrom('nominations').execute();
  await app().db.deleteFrom('mails').execute();
});

describe('nominating a gym', () => {
  test('is stored, mailed to the operator, and confirmed to the sender', async () => {
    const { status, body } = await app().visitor.nominateGym({
      body: form({ nominator_phone: '0400 000 000', contact_preference: 'phone', gym_website: 'barbell.example' }),
    });
    expect(status).toBe(201);
    expect(body.success).toBe(true);
    const { body: list } = await (await app().as(app().cast.sam)).listNominations();
    expect(list).toMatchObject({ count: 1, next: null, previous: null });
    expect(list.results).toEqual([
      {
        ...form(),
        nominator_phone: '0400 000 000',
        contact_preference: 'phone',
        gym_website: 'barbell.example',
        id: body.nomination_id,
        status: 'new',
        created_at: expect.any(String),
      },
    ]);
    const [toOperator, ...others] = await app().mailsTo('operator@spotter.example');
    expect(others).toEqual([]);
    expect(toOperator?.subject).toBe('Nomination: Barbell Collective');
    for (const part of ['77 Sydney Road', 'Wren Walsh', 'wren@elsewhere.example', '0400 000 000', 'trains in groups'])
      expect(toOperator?.text).toContain(part);
    expect(toOperator?.html).toContain('Everybody &lt;b&gt;there&lt;/b&gt;');
    const [thanks] = await app().mailsTo('wren@elsewhere.example');
    expect(thanks).toMatchObject({ kind: 'nomination_received', subject: 'We received your nomination' });
    // The sender may have entered a stranger's address, who gets no word of theirs.
    for (const word of ['Barbell', 'Wren']) expect(thanks?.html).not.toContain(word);
  });

  test('is stored again on the same day, without a second mail', async () => {
    const { visitor, db } = app();
    await Promise.all(Array.from({ length: 5 }, () => visitor.nominateGym({ body: form() })));
    expect(await db.selectFrom('nominations').select('id').execute()).toHaveLength(5);
    expect(await app().mailsTo('wren@elsewhere.example')).toHaveLength(1);
  });

  test('is stored once per key', async () => {
    const input = { body: form(), headers: { 'idempotency-key': 'nominate-1' } };
    const answers = await Promise.all(Array.from({ length: 3 }, () => app().visitor.nominateGym(input)));
    expect(new Set(answers.map(({ body }) => body.nomination_id)).size).toBe(1);
    expect(await app().mailsTo('operator@spotter.example')).toHaveLength(1);
  });

  test('names the missing fields, in plain words', async () => {
    const { visitor } = app();
    const { error } = await visitor.nominateGym({ body: {} as never });
    expect(error.details).toMatchObject({
      nominator_first_name: ['Name is required'],
      nominator_email: ['Email is required'],
      gym_name: ['Gym name is required'],
      gym_address: ['Address is required'],
      comments: ['Please tell us why'],
    });
    const details = async (more: object) => (await visitor.nominateGym({ body: form(more) })).error.details;
    expect(await details({ contact_preference: 'pigeon' })).toEqual({
      contact_preference: ['Please select a contact preference'],
    });
    expect(await details({ contact_preference: 'phone' })).toEqual({ nominator_phone: ['Phone is required'] });
    expect(await details({ gym_phone: 'none' })).toEqual({ gym_phone: ['Invalid phone number'] });
    expect(await details({ nominator_email: 'wren' })).toEqual({ nominator_email: ['Invalid email address'] });
  });
});

describe('the list of nominations', () => {
  test('is for super admins only, paged and filtered by status, newest first', async () => {
    const { cast, visitor } = app();
    for (const gym_name of ['One', 'Two', 'Three']) await visitor.nominateGym({ body: form({ gym_name }) });
    const sam = await app().as(cast.sam);
    const { body: first } = await sam.listNominations({ query: { page_size: 2 } });
    expect(first.results.map((nomination) => nomination.gym_name)).toEqual(['Three', 'Two']);
    expect(first).toMatchObject({ count: 3, next: expect.stringContaining('page=2') });
    const { body: last } = await sam.listNominations({ query: { page: 2, page_size: 2 } });
    expect(last.results.map((nomination) => nomination.gym_name)).toEqual(['One']);

    const { id } = first.results[0]!;
    const changed = await sam.updateNomination({ params: { id }, body: { status: 'contacted' } });
    expect([changed.status, changed.body.status]).toEqual([200, 'contacted']);
    expect((await sam.listNominations({ query: { status: 'contacted' } })).body.results.map((n) => n.id)).toEqual([id]);
    const entries = app().db.selectFrom('audit_log').select(['actor_id', 'target_id', 'data']);
    expect(await entries.where('action', '=', 'nomination.updated').execute()).toEqual([
      { actor_id: cast.sam.id, target_id: id, data: { gym: 'Three', status: 'contacted' } },
    ]);
    // Another operator still sees it as new.
    const late = await sam.updateNomination({ params: { id }, body: { status: 'declined', seen_status: 'new' } });
    expect([late.status, late.error.code]).toEqual([409, 'changed_meanwhile']);
    const unknown = await sam.updateNomination({ params: { id: newId() }, body: { status: 'declined' } });
    expect([unknown.status, unknown.error.code]).toEqual([404, 'nomination_not_found']);

    expect((await visitor.listNominations()).status).toBe(401);
    for (const person of [cast.ana, cast.finn, cast.olga, cast.gwen]) {
      expect((await (await app().as(person)).listNominations()).status).toBe(403);
      const change = { params: { id }, body: { status: 'declined' as const } };
      expect((await (await app().as(person)).updateNomination(change)).status).toBe(403);
    }
    const inside = await app().as(cast.sam, cast.organizations.ironHarbour);
    expect((await inside.listNominations()).status).toBe(403);
  });
});

test('every super admin is mailed when no operator address is set', async () => {
  const other = await startTestApp();
  await other.visitor.nominateGym({ body: form() });
  expect(await other.mailsTo(other.cast.sam.email)).toHaveLength(1);
  await other.stop();
});
