import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { refreshIn } from '#features/retention/retention.jobs.ts';
import { inTransaction } from '#platform/events/tell.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { fillDatabase } from './fill-database.ts';

const app = useTestApp();
const folder = mkdtempSync(join(tmpdir(), 'simulated-'));
const ownerSetup = { setup_code_hash: 'none', setup_code_expires_at: new Date('2026-01-01') };
const fill = (more: object = {}) =>
  fillDatabase(app().db, {
    ...{ members: 80, weeks: 20, gyms: 1, seed: 2, world: 'studio', kind: 'yoga_studio', now: new Date() },
    ...{ folder, ownerSetup, onProgress: () => {} },
    ...more,
  });

/** Rows that contradict each other, by what is wrong with them. */
const contradictions = (organizationId: string) => sql<{ wrong: string }>`
  select 'spots ' || s.id as wrong from sessions s where s.organization_id = ${organizationId} and s.current_participants <>
    (select count(*) from session_participants p where p.organization_id = s.organization_id and p.session_id = s.id)
  union all select 'host ' || s.id from sessions s where s.organization_id = ${organizationId} and not exists
    (select from session_participants p where p.organization_id = s.organization_id and p.session_id = s.id and p.user_id = s.creator_id)
  union all select 'chat ' || c.id from conversations c where c.organization_id = ${organizationId} and (c.member_count <> 2
    or c.last_seq <> (select count(*) from messages m where m.organization_id = c.organization_id and m.conversation_id = c.id))
  union all select 'session chat ' || s.id from sessions s where s.organization_id = ${organizationId} and s.last_message_seq <>
    (select count(*) from session_messages m where m.organization_id = s.organization_id and m.session_id = s.id)
  union all select 'early ' || p.session_id from session_participants p join users u on u.id = p.user_id
    where p.organization_id = ${organizationId} and p.joined_at < u.created_at - interval '1 day'
  union all select 'closed ' || s.id from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
    where s.organization_id = ${organizationId} and (s.starts_at at time zone g.timezone)::time not between '05:30' and '22:00'`;

test('fills an organization whose rows agree, and which an owner and a member can open', async () => {
  const { organizationId, owner, truthFile, rows } = await fill();
  const { db, connection } = app();
  expect(rows).toBeGreaterThan(1000);
  expect((await contradictions(organizationId).execute(db)).rows).toEqual([]);

  await inTransaction(connection.inside({ organizationId }), (tx) =>
    refreshIn(tx, { organizationId, now: new Date() }),
  );
  const person = async (id: string) =>
    (await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as unknown as CastMember;
  const admin = await app().as(await person(owner.id));
  expect((await admin.listMembersAtRisk({ query: {} })).status).toBe(200);
  const booked = await db
    .selectFrom('session_participants as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('p.user_id')
    .where('p.organization_id', '=', organizationId)
    .where('s.starts_at', '>', new Date())
    .where('u.role', '=', 'regular_user')
    .executeTakeFirstOrThrow();
  const member = await app().as(await person(booked.user_id));
  const home = await member.getHome({ query: {} });
  expect(home.status).toBe(200);
  const sessions = await member.listSessions({ query: {} });
  expect(sessions.status).toBe(200);
  expect(sessions.body.results.length).toBeGreaterThan(0);

  const truth = readFileSync(truthFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(new Set(truth.map(({ kind }) => kind))).toEqual(new Set(['simulation', 'member', 'left', 'away', 'visit']));
  expect(truth.filter(({ kind }) => kind === 'member')).toHaveLength(80);
});

test('fills the same seed twice, as two organizations', async () => {
  const [one, other] = [await fill({ members: 20, weeks: 2 }), await fill({ members: 20, weeks: 2 })];
  expect(other.organizationId).not.toBe(one.organizationId);
});

test('removes what a killed run left behind, and nothing of a run that goes on', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (const name of [`killed.jsonl.${pid}.part`, `running.jsonl.${process.ppid}.part`])
    writeFileSync(join(folder, name), '');
  const { truthFile } = await fill({ members: 20, weeks: 2 });
  const names = readdirSync(folder);
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([`running.jsonl.${process.ppid}.part`]);
  expect(names).toContain(basename(truthFile));
});

test('leaves nothing behind when it fails midway', async () => {
  const count = async () => (await app().db.selectFrom('organizations').select('id').execute()).length;
  const [before, files] = [await count(), readdirSync(folder)];
  const onProgress = () => {
    throw new Error('stopped');
  };
  await expect(fill({ onProgress })).rejects.toThrow('stopped');
  expect(await count()).toBe(before);
  expect(readdirSync(folder)).toEqual(files);
});
