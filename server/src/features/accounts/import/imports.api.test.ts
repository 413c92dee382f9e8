import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { refreshFigures } from '#features/analytics/index.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { useTestApp } from '#testing/app.ts';

const app = useTestApp();
const olga = () => app().as(app().cast.olga);
const csv = (text: string, name = 'members.csv') => new File([text], name, { type: 'text/csv' });
const membersOf = (text: string, more: object = {}) => ({ file: csv(text), kind: 'members' as const, ...more });
const userBy = (email: string) =>
  app().db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

test('tries an import without keeping anything, then imports all of it with setup mails', async () => {
  const { cast } = app();
  const admin = await olga();
  const body = membersOf(
    `Joined;E-Mail;Location;Last Name;First Name;Status\n13/2/2024;IMP1@x.example;fremantle;O'Neil;"Zoë ""Z""";Active\n;imp2@x.example;;;Bo;Inactive\n;${cast.ana.email};;Costa;Ana;\n`,
    { gym_id: cast.gyms.barangaroo },
  );
  const { status, body: check } = await admin.checkImport({ body });
  expect(status).toBe(200);
  expect(check).toMatchObject({
    mapping: ['joined_on', 'email', 'location', 'last_name', 'first_name', 'status'],
    date_order: 'dmy',
    rows: 3,
    ready: 2,
    already_here: 1,
    error_count: 0,
  });
  expect(await userBy('imp1@x.example')).toBeUndefined();
  const { status: made, body: stored } = await admin.runImport({ body });
  expect([made, stored.made, stored.undone_at]).toEqual([201, 2, null]);
  expect(await userBy('imp1@x.example')).toMatchObject({
    first_name: 'Zoë "Z"',
    last_name: "O'Neil",
    role: 'regular_user',
    default_gym_id: cast.gyms.fremantle,
    created_at: new Date('2024-02-13T04:00:00Z'),
  });
  expect(await userBy('imp2@x.example')).toMatchObject({ is_active: false, default_gym_id: cast.gyms.barangaroo });
  const [mail] = await app().mailsTo('imp1@x.example');
  const code = /[A-Z]{6}-\d{4}-[A-Z]{6}/.exec(mail?.text ?? '')?.[0] ?? '';
  expect((await app().visitor.login({ body: { email: 'imp1@x.example', password: code } })).status).toBe(200);
  expect(await app().mailsTo('imp2@x.example')).toEqual([]);
});

test('names the row, the column and what is wrong, and imports nothing', async () => {
  const { cast } = app();
  const admin = await olga();
  const text = `Email,First Name,Location,Joined\nok@x.example,Ok,,\nnonsense,,,\nok@x.example,Twice,,\n${cast.eve.email},Eve,,\nfar@x.example,Far,Shoreditch,2099-01-01\n`;
  const { body: check } = await admin.checkImport({ body: membersOf(text) });
  expect(check.errors).toEqual([
    { row: 3, column: 'Email', message: 'Invalid email address' },
    { row: 3, column: 'First Name', message: 'First name is required' },
    { row: 4, column: 'Email', message: 'Row 2 has the same email' },
    { row: 5, column: 'Email', message: 'An account with this email already exists' },
    { row: 6, column: 'Location', message: 'You manage no location named Shoreditch' },
    { row: 6, column: 'Joined', message: 'This day is in the future' },
  ]);
  const run = await admin.runImport({ body: membersOf(text) });
  expect([run.status, run.error.code]).toEqual([400, 'import_has_errors']);
  expect(run.error.details?.file?.[0]).toBe('Row 3, Email: Invalid email address');
  expect(await userBy('ok@x.example')).toBeUndefined();
});

test('counts only rows without errors as ready', async () => {
  const admin = await olga();
  const text =
    'Email,First Name,Location,Joined,Phone\nr1@x.example,A,Atlantis,,\nr2@x.example,B,,never,\nr3@x.example,C,,,x\nr4@x.example,D,,,\n';
  const { body: check } = await admin.checkImport({ body: membersOf(text) });
  expect(check).toMatchObject({ rows: 4, ready: 1, error_count: 3 });
  expect(check.notes[0]).toMatch(/^1 member has no location/);
});

test('counts imported members on the day they joined, and those without a day as new', async () => {
  const { cast, db } = app();
  const admin = await olga();
  const newBy = async (query: object) => {
    await enqueue(db, refreshFigures, {});
    await app().runJobs();
    const { body } = await admin.getOrganizationDashboard({ query });
    const days = body.trend.filter(({ new_members }) => new_members > 0).map((at) => [at.day, at.new_members]);
    return { all: body.figures.new_members.value, ...Object.fromEntries(days) };
  };
  const week = await newBy({ range: '7d' });
  const text = `Email,First Name,Location,Joined
    d1@x.example,A,Fremantle,2025-03-04
    d2@x.example,B,Fremantle,2025-03-04
    d3@x.example,C,Barangaroo,2025-09-30
    d4@x.example,D,,2025-09-30`;
  const { body: stored } = await admin.runImport({ body: membersOf(text) });
  expect(stored.made).toBe(4);
  const late = await userBy('d4@x.example');
  // Their first location comes later, and doesn't make them new.
  const selection = { ids: [late!.id] };
  await admin.changeUsers({ body: { action: 'give_gym', gym_id: cast.gyms.fremantle, selection } });
  expect(await newBy({ range: '7d' })).toEqual(week);
  const year = await newBy({ from: '2025-01-01', to: '2025-12-31' });
  expect(year).toEqual({ all: 4, '2025-03-04': 2, '2025-09-30': 2 });
  const undated = membersOf('Email,First Name\nd5@x.example,E\n', { gym_id: cast.gyms.barangaroo });
  expect((await admin.checkImport({ body: undated })).body.notes).toEqual([
    '1 member has no joining date and will count as new today',
  ]);
});

test('judges a full name like its parts', async () => {
  const admin = await olga();
  const long = `Email,Name\ncut@x.example,Al ${'x'.repeat(79)}😀😀\nlines@x.example,"Al\nBo\nCy"\nnone@x.example,\u200b\n`;
  const { status, body: check } = await admin.checkImport({ body: membersOf(long) });
  expect(status).toBe(200);
  expect(check.errors).toEqual([
    { row: 2, column: 'Name', message: 'Please keep this to 80 characters' },
    { row: 3, column: 'Name', message: 'Contains characters that cannot be used' },
    { row: 4, column: 'Name', message: 'First name is required' },
  ]);
  await admin.runImport({ body: membersOf('Email,Name\nturned@x.example,Al \u202enimdA\n') });
  expect(await userBy('turned@x.example')).toMatchObject({ first_name: 'Al', last_name: 'nimdA' });
});

test('answers a repeat of an import, also while it is on its way, with what it made', async () => {
  const admin = await olga();
  const id = newId();
  const body = { ...membersOf('Email,First Name\nonce@x.example,On\n'), id };
  const both = await Promise.all([admin.runImport({ body }), admin.runImport({ body })]);
  const later = await admin.runImport({ body });
  expect([...both, later].map(({ status, body: { id, made } }) => ({ status, id, made }))).toEqual(
    Array(3).fill({ status: 201, id, made: 1 }),
  );
  const notes = await app().db.selectFrom('audit_log').select('id').where('target_id', '=', id).execute();
  expect(notes).toHaveLength(1);
  expect((await (await app().as(app().cast.finn)).runImport({ body })).error.code).toBe('import_not_found');
});

test('takes phone numbers with dots', async () => {
  const { body } = await (await olga()).checkImport({
    body: membersOf('Email,Name,Phone\nd@x.example,Dot,555.010.9999\n'),
  });
  expect(body.errors).toEqual([]);
});

test('reads the phone numbers of its own exports', async () => {
  const admin = await olga();
  await admin.runImport({ body: membersOf("Email,First Name,Phone\nphone@x.example,Fo,'+61 8 5550 0133\n") });
  const { text } = await admin.exportUsers({ body: { selection: { matching: { search: 'phone@x.example' } } } });
  expect(text).toContain("'+61 8 5550 0133");
  expect((await userBy('phone@x.example'))?.phone).toBe('+61 8 5550 0133');
});

test('takes the columns as they are chosen, and says which one is missing', async () => {
  const admin = await olga();
  const text = 'a,b\nchosen@x.example,Chosen\n';
  const { body: check } = await admin.checkImport({ body: membersOf(text) });
  expect([check.mapping, check.errors]).toEqual([
    [null, null],
    [{ row: 1, column: null, message: 'Choose the column with Email' }],
  ]);
  const refused = await admin.runImport({ body: membersOf(text) });
  expect(refused.error.details).toEqual({ mapping: ['Choose the column with Email'] });
  const mapping = JSON.stringify(['email', 'full_name']);
  expect((await admin.checkImport({ body: membersOf(text, { mapping }) as never })).body.ready).toBe(1);
  const bad = await admin.checkImport({ body: membersOf(text, { mapping: '{' }) as never });
  expect(bad.error.details).toHaveProperty('mapping');
});

test('refuses a file of 50 MB with a clear answer', async () => {
  const file = csv(`Email,First Name\n${'x'.repeat(50 * 1024 * 1024)}`);
  const { status, error } = await (await olga()).checkImport({ body: { file, kind: 'members' } });
  expect([status, error.code, error.error]).toEqual([
    413,
    'body_too_large',
    "That's too large to send. The limit is 5 MB.",
  ]);
});

test('undoes an import for a day, except accounts that were used since', async () => {
  const { db } = app();
  const admin = await olga();
  const text = 'Email,First Name\nundo1@x.example,One\nundo2@x.example,Two\n';
  const { body: stored } = await admin.runImport({ body: membersOf(text) });
  const used = await userBy('undo1@x.example');
  await app().tokenFor({ name: 'cleo', id: used!.id, email: used!.email, organizationId: used!.organization_id });
  const params = { id: stored.id };
  expect((await (await app().as(app().cast.nora)).undoImport({ params })).error.code).toBe('import_not_found');
  expect((await (await app().as(app().cast.finn)).undoImport({ params })).error.code).toBe('import_not_found');
  expect((await admin.undoImport({ params })).body).toEqual({ removed: 1, kept: 1, left: 0 });
  expect([await userBy('undo2@x.example'), (await userBy('undo1@x.example'))?.first_name]).toEqual([undefined, 'One']);
  expect((await app().mailsTo('undo2@x.example')).length).toBe(0);
  const undone = (await admin.listImports()).body.results.find(({ id }) => id === stored.id);
  expect(undone).toMatchObject({ made: 2, removed: 1, undone_at: expect.any(String) });
  expect((await admin.undoImport({ params })).error.code).toBe('import_undone');
  const { body: late } = await admin.runImport({ body: membersOf('Email,First Name\nlate@x.example,Late\n') });
  await db
    .updateTable('imports')
    .set({ created_at: sql`now() - interval '25 hours'` })
    .where('id', '=', late.id)
    .execute();
  expect((await admin.undoImport({ params: { id: late.id } })).error.code).toBe('import_too_old');
  expect((await admin.listImports()).body.results.map(({ id }) => id)).toContain(late.id);
});

test('undoes a large import part by part, and notes it once', async () => {
  const { db } = app();
  const admin = await olga();
  const lines = Array.from({ length: 102 }, (_, n) => `part${n}@x.example,Part`);
  const body = membersOf(`Email,First Name\n${lines.join('\n')}\n`, { send_setup: 'false' });
  const { body: stored } = await admin.runImport({ body: body as never });
  const made = db.selectFrom('imported_users').select('user_id').where('import_id', '=', stored.id);
  const first = await made.orderBy('user_id').executeTakeFirst();
  const used = { last_seen_at: new Date() };
  await db.updateTable('users').set(used).where('id', '=', first!.user_id).execute();
  const params = { id: stored.id };
  const undo = async () => (await admin.undoImport({ params })).body;
  const isUndone = async () => (await admin.listImports()).body.results.find(({ id }) => id === stored.id)?.undone_at;
  expect([await undo(), await isUndone()]).toEqual([{ removed: 99, kept: 1, left: 2 }, null]);
  expect([await undo(), await isUndone()]).toEqual([{ removed: 101, kept: 1, left: 0 }, expect.any(String)]);
  const noted = await db.selectFrom('audit_log').select('data').where('target_id', '=', stored.id);
  expect(await noted.where('action', '=', 'import.undone').execute()).toEqual([
    { data: { removed: 101, kind: 'members' } },
  ]);
});

test('sends sixty setup mails a minute', async () => {
  await app().runJobs();
  const rows = Array.from({ length: 70 }, (_, index) => `flood${index}@x.example,Flo`).join('\n');
  await (await olga()).runImport({ body: membersOf(`Email,First Name\n${rows}`) });
  await app().runJobs();
  const { rows: sent } = await sql<{ count: number }>`
    select count(*)::int as count from mails where to_address like 'flood%'`.execute(app().db);
  expect(sent[0]?.count).toBe(60);
});

test('a gym admin imports into their own gyms only', async () => {
  const { cast } = app();
  const admin = await app().as(cast.finn);
  const text = 'Email,First Name,Location\nfinns@x.example,Fin,Fremantle\n';
  expect((await admin.checkImport({ body: membersOf(text) })).body.errors).toMatchObject([
    { row: 2, message: 'You manage no location named Fremantle' },
  ]);
  const elsewhere = await admin.checkImport({ body: membersOf(text, { gym_id: cast.gyms.fremantle }) });
  expect(elsewhere.error.code).toBe('gym_not_found');
});

/** Makes finn the admin of these gyms. */
async function finnManages(...gymIds: string[]) {
  const { db, cast } = app();
  const organization_id = cast.organizations.ironHarbour;
  await db.deleteFrom('user_gyms').where('user_id', '=', cast.finn.id).execute();
  const rows = gymIds.map((gym_id) => ({ organization_id, user_id: cast.finn.id, gym_id, manages: true }));
  if (rows.length > 0) await db.insertInto('user_gyms').values(rows).execute();
  return app().as(cast.finn);
}

test('a gym admin of several gyms chooses one of them for each account', async () => {
  const { cast } = app();
  const admin = await finnManages(cast.gyms.barangaroo, cast.gyms.fremantle);
  const text = 'Email,First Name,Location\nnowhere@x.example,No,\nsomewhere@x.example,So,Fremantle\n';
  expect((await admin.checkImport({ body: membersOf(text) })).body.errors).toEqual([
    { row: 2, column: 'Location', message: 'Choose one of the locations you manage' },
  ]);
  expect((await admin.runImport({ body: membersOf(text) })).error.code).toBe('import_has_errors');
  expect((await admin.runImport({ body: membersOf(text, { gym_id: cast.gyms.barangaroo }) })).body.made).toBe(2);
  const { body: stored } = await (await finnManages(cast.gyms.barangaroo)).runImport({
    body: membersOf('Email,First Name\nonly@x.example,On\n'),
  });
  expect([stored.made, (await userBy('only@x.example'))?.default_gym_id]).toEqual([1, cast.gyms.barangaroo]);
});

test('a gym admin puts only members of their gyms, and themselves, into sessions', async () => {
  const { db, cast } = app();
  await (await olga()).runImport({
    body: membersOf('Email,First Name,Last Name,Location\nfar@x.example,Far,Away,Fremantle\n'),
  });
  const admin = await finnManages(cast.gyms.barangaroo);
  const sessionsOf = (...rows: string[]) => ({
    file: csv(['Title,Date,Start time,Host,Attendee email', ...rows].join('\n')),
    kind: 'sessions' as const,
  });
  const strangers = ['far@x.example', cast.olga.email, 'nobody@x.example'];
  const { body: check } = await admin.checkImport({
    body: sessionsOf(...strangers.map((email) => `Reach,2031-01-02,09:00,,${email}`)),
  });
  expect(check.errors.map(({ message }) => message)).toEqual(
    strangers.map((email) => `${email} is not a member yet. Import members first`),
  );
  const hosts = ['Far Away', cast.olga.email, cast.finn.email, cast.cleo.email];
  await admin.runImport({
    body: sessionsOf(...hosts.map((host, hour) => `Reach,2031-01-02,1${hour}:00,${host},${cast.ana.email}`)),
  });
  const made = await db
    .selectFrom('sessions')
    .select('creator_id')
    .where('title', '=', 'Reach')
    .orderBy('starts_at')
    .execute();
  expect(made.map(({ creator_id }) => creator_id)).toEqual([cast.finn.id, cast.finn.id, cast.finn.id, cast.cleo.id]);
});

test('a gym admin undoes an import only while they manage what it made', async () => {
  const { cast } = app();
  const { barangaroo, fremantle } = cast.gyms;
  const admin = await finnManages(barangaroo);
  const members = await admin.runImport({ body: membersOf('Email,First Name\nlost@x.example,Lo\n') });
  const file = csv('Title,Date,Start time\nLost,2031-01-02,09:00\n');
  const sessions = await admin.runImport({ body: { file, kind: 'sessions' } });
  const moved = await finnManages(fremantle);
  for (const { body } of [members, sessions])
    expect((await moved.undoImport({ params: { id: body.id } })).error.code).toBe('import_out_of_reach');
  expect(await userBy('lost@x.example')).toBeDefined();
  const back = await finnManages(barangaroo);
  for (const { body } of [members, sessions])
    expect((await back.undoImport({ params: { id: body.id } })).body).toEqual({ removed: 1, kept: 0, left: 0 });
});
