import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { addCrowd } from '#testing/crowd.ts';

const app = useTestApp();
const olga = () => app().as(app().cast.olga);
const csv = (text: string) => new File([text], 'sessions.csv', { type: 'text/csv' });

test('imports sessions with their attendance, at the time of the gym, and undoes them', async () => {
  const { db, cast } = app();
  const admin = await olga();
  const selection = { ids: [cast.ana.id, cast.ben.id] };
  await admin.changeUsers({ body: { action: 'give_gym', selection, gym_id: cast.gyms.fremantle } });
  const text = [
    'Class Name,Class Date,Start Time,End Time,Location,Coach,Class Limit,Client Email,Reservation Status',
    `Morning WOD,11/14/2025,6:00 AM,7:00 AM,Fremantle,Finn Fraser,12,${cast.ana.email},Signed In`,
    `Morning WOD,11/14/2025,6:00 AM,7:00 AM,Fremantle,Finn Fraser,12,${cast.ben.email},No Show`,
    'Open gym,1/2/2031,18:30,,Barangaroo,Nobody Known,,,',
  ].join('\n');
  const body = { file: csv(text), kind: 'sessions' as const };
  const { body: check } = await admin.checkImport({ body });
  expect(check).toMatchObject({ source: 'wodify', date_order: 'mdy', rows: 3, ready: 2, error_count: 0 });
  expect(check.notes).toEqual(['1 session names a host who is not a member; you become its host']);
  const { body: stored } = await admin.runImport({ body });
  expect(stored.made).toBe(2);
  const past = await db.selectFrom('sessions').selectAll().where('title', '=', 'Morning WOD').executeTakeFirstOrThrow();
  expect(past).toMatchObject({
    gym_id: cast.gyms.fremantle,
    creator_id: cast.finn.id,
    // Six in the morning in Perth.
    starts_at: new Date('2025-11-13T22:00:00Z'),
    duration_minutes: 60,
    max_participants: 12,
    current_participants: 3,
  });
  const spots = await db
    .selectFrom('session_participants')
    .select(['user_id', 'attended'])
    .where('session_id', '=', past.id)
    .execute();
  expect(new Map(spots.map(({ user_id, attended }) => [user_id, attended]))).toEqual(
    new Map([
      [cast.finn.id, null],
      [cast.ana.id, true],
      [cast.ben.id, false],
    ]),
  );
  // The same file again changes nothing.
  expect((await admin.checkImport({ body })).body).toMatchObject({ ready: 0, already_here: 2 });
  expect((await admin.undoImport({ params: { id: stored.id } })).body).toEqual({ removed: 2, kept: 0, left: 0 });
});

const attendanceOf = async (title: string) => {
  const rows = await app()
    .db.selectFrom('session_participants as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select(['p.user_id', 'p.attended'])
    .where('s.title', '=', title)
    .execute();
  return new Map(rows.map(({ user_id, attended }) => [user_id, attended]));
};

test('finds people by name, also with the last name first, and reads a No Show column the right way round', async () => {
  const { cast } = app();
  const admin = await olga();
  const text = [
    'Date,Time,Class,Staff,Location,Client ID,Client,No Show',
    `11/17/2025,6:00\u202fpm,Spin,"Fraser, Finn",Barangaroo,1,"Alvarez, Ana",No`,
    `11/17/2025,6:00\u202fpm,Spin,"Fraser, Finn",Barangaroo,2,Ben Brandt,Yes`,
  ].join('\r\n');
  const body = { file: csv(text), kind: 'sessions' as const };
  expect((await admin.checkImport({ body })).body).toMatchObject({ source: 'mindbody', errors: [], notes: [] });
  await admin.runImport({ body });
  expect(await attendanceOf('Spin')).toEqual(
    new Map([
      [cast.finn.id, null],
      [cast.ana.id, true],
      [cast.ben.id, false],
    ]),
  );
  const stranger = { file: csv(`${text}\n11/18/2025,6 pm,Spin,,Barangaroo,3,"Nobody, Nora",No`), kind: body.kind };
  expect((await admin.checkImport({ body: stranger })).body.errors).toEqual([
    { row: 4, column: 'Client', message: 'Nobody, Nora is not a member yet. Import members first' },
  ]);
});

test('leaves out cancelled sessions, and members who cancelled or waited', async () => {
  const { cast } = app();
  const admin = await olga();
  const text = [
    'Class,Date,Start Time,Location,IsCanceled,Client Email,Reservation Status',
    `Kept,2025-11-17,6 pm,Barangaroo,False,${cast.ana.email},Reserved`,
    `Kept,2025-11-17,6 pm,Barangaroo,False,${cast.ben.email},Cancelled`,
    `Kept,2025-11-17,6 pm,Barangaroo,False,${cast.cleo.email},Waitlisted`,
    'Called off,2025-11-17,6 pm,Barangaroo,True,,',
  ].join('\n');
  const body = { file: csv(text), kind: 'sessions' as const };
  expect((await admin.checkImport({ body })).body).toMatchObject({
    ready: 1,
    errors: [],
    notes: [
      '1 row is about a cancelled session and is left out',
      '2 bookings were cancelled or on a waitlist and are left out',
    ],
  });
  await admin.runImport({ body });
  expect(await attendanceOf('Kept')).toEqual(
    new Map([
      [cast.olga.id, null],
      [cast.ana.id, null],
    ]),
  );
});

test('keeps the moment of a time that says how far it is from UTC', async () => {
  const text = [
    'Offering Type,Starts At,Ends At,Venue',
    'Zoned,2026-11-22T09:00:00+11:00,2026-11-22T09:45:00+11:00,Fremantle',
    'Own,2026-11-22T09:00:00,2026-11-22T09:45:00,Fremantle',
    'Utc,2026-11-22T09:00:00z,2026-11-22T09:45:00z,Fremantle',
  ].join('\n');
  await (await olga()).runImport({ body: { file: csv(text), kind: 'sessions' } });
  const made = await app()
    .db.selectFrom('sessions')
    .select(['title', 'starts_at', 'duration_minutes'])
    .where('title', 'in', ['Zoned', 'Own', 'Utc'])
    .orderBy('starts_at')
    .execute();
  expect(made).toEqual([
    { title: 'Zoned', starts_at: new Date('2026-11-21T22:00:00Z'), duration_minutes: 45 },
    { title: 'Own', starts_at: new Date('2026-11-22T01:00:00Z'), duration_minutes: 45 },
    { title: 'Utc', starts_at: new Date('2026-11-22T09:00:00Z'), duration_minutes: 45 },
  ]);
});

test('undoes thousands of sessions part by part, except those that were used since', async () => {
  const { db } = app();
  const admin = await olga();
  const rows = Array.from({ length: 251 }, (_, n) => `Part ${n},2031-02-0${1 + (n % 9)},09:00,Barangaroo`);
  const file = csv(['Title,Date,Start time,Location', ...rows].join('\n'));
  const { body: stored } = await admin.runImport({ body: { file, kind: 'sessions' } });
  const made = db.selectFrom('imported_sessions').select('session_id').where('import_id', '=', stored.id);
  const first = await made.orderBy('session_id').executeTakeFirstOrThrow();
  await db
    .updateTable('session_participants')
    .set({ joined_at: sql`now() + interval '1 minute'` })
    .where('session_id', '=', first.session_id)
    .execute();
  const undo = async () => (await admin.undoImport({ params: { id: stored.id } })).body;
  expect([await undo(), await undo()]).toEqual([
    { removed: 249, kept: 1, left: 1 },
    { removed: 250, kept: 1, left: 0 },
  ]);
});

test('refuses sessions at a time the clocks skip, and members who are not here', async () => {
  const { cast } = app();
  const text = `Title,Date,Start time,Location,Attendee email\nGap,2026-10-04,02:30,Barangaroo,\nWho,2026-10-05,09:00,Barangaroo,${cast.eve.email}\nLost,2026-10-06,09:00,Atlantis,\nFine,2026-10-06,09:00,Barangaroo,\n`;
  const { body } = await (await olga()).checkImport({ body: { file: csv(text), kind: 'sessions' } });
  expect([body.rows, body.ready, body.already_here]).toEqual([4, 1, 0]);
  expect(body.errors).toEqual([
    { row: 2, column: 'Date', message: "The clocks change that day, so that time doesn't exist" },
    { row: 3, column: 'Attendee email', message: `${cast.eve.email} is not a member yet. Import members first` },
    { row: 4, column: 'Location', message: 'You manage no location named Atlantis' },
  ]);
});

test('refuses attendees who may not use the location', async () => {
  const { cast } = app();
  const text = `Title,Date,Start time,Location,Attendee email\nFar,2031-01-02,09:00,Fremantle,${cast.cleo.email}\n`;
  const { body } = await (await olga()).checkImport({ body: { file: csv(text), kind: 'sessions' } });
  expect(body.errors).toEqual([
    {
      row: 2,
      column: 'Attendee email',
      message: `${cast.cleo.email} can't use this location. Give them access first`,
    },
  ]);
});

test('finds fifteen hundred attendees among as many members', async () => {
  const { db, cast } = app();
  const crowd = await addCrowd(db, cast, 1500);
  const rows = crowd.map(({ email }, index) => `Crowd ${index % 5},2031-01-02,09:00,Barangaroo,${email}`);
  const file = csv(['Title,Date,Start time,Location,Attendee email', ...rows].join('\n'));
  const { body } = await (await olga()).checkImport({ body: { file, kind: 'sessions' } });
  expect(body).toMatchObject({ ready: 5, error_count: 0 });
});
