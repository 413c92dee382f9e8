import { facesInList, finishUntilHour, mostFinishes, sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { hiddenCte, isHidden, personJsonSql } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { instantSql, type JsonFields, jsonTextSql } from '#platform/db/json.ts';
import type { Read } from '#platform/db/reads.ts';
import { run, statement } from '#platform/db/statement.ts';
import {
  firstParticipantsJson,
  freeSpotsSql,
  readerValues,
  type SessionReader,
  sessionFieldJoins,
  sessionFields,
} from '../sessions.read.ts';
import { visibleSession } from '../visibility.repo.ts';

/** By the gym's clock, so that a late session is still there the next morning. Aliases: s the session, g its gym. */
const finishEndsSql = `(((s.ends_at at time zone g.timezone)::date + 1 + time '${finishUntilHour}:00') at time zone g.timezone)`;
const LONGEST = `interval '${48 * 60 + sessionLimits.minutes.most} minutes'`;
/** The bound on the start lets the index narrow the search. */
const isFinishSql = `(s.status = 'active' and s.ends_at <= now() and s.starts_at > now() - ${LONGEST}
  and now() < ${finishEndsSql})`;

const inSession = 'p.organization_id = s.organization_id and p.session_id = s.id';
/** Whether anyone's attendance is known. */
const recordJoin = `cross join lateral (
  select exists (select from session_participants p where ${inSession} and p.attended is not null) as is_recorded offset 0) record`;
/** Where no one checked in, everyone in the session counts as having come. */
const cameSql = '(case when record.is_recorded then coalesce(p.attended, false) else true end)';

const countsJoin = `cross join lateral (
  select count(*) as in_it, count(*) filter (where ${cameSql}) as came,
    count(*) filter (where p.kudos_at is not null and p.user_id <> $userId) as kudos
  from session_participants p where ${inSession} and not ${isHidden('p.user_id')}) crowd`;

/** Friends first: of a large session only the first so many are compared with the reader's past. */
const MOST_COMPARED = 24;
const mateSql = `exists (select from friendships f where f.organization_id = $organizationId
  and f.user_low_id = least(p.user_id, $userId) and f.user_high_id = greatest(p.user_id, $userId))`;
/** The reader's own past, found once: it is compared with everyone who came. */
const pastCte = `past as materialized (
    select a.session_id, t.ends_at from session_participants a
    join sessions t on t.organization_id = a.organization_id and t.id = a.session_id and t.status = 'active' and t.ends_at <= now()
    where a.organization_id = $organizationId and a.user_id = $userId and a.attended is not false
      and exists (select from finish)
  )`;
const comersSql = `select p.user_id, p.joined_at from session_participants p
  where ${inSession} and ${cameSql} and p.user_id <> $userId and not ${isHidden('p.user_id')}
  order by ${mateSql} desc, p.joined_at, p.user_id limit ${MOST_COMPARED}`;
const peopleJoin = `cross join lateral (
  select coalesce(json_agg(json_build_object('person', ${personJsonSql('u')}, 'times', p.times)
    order by p.times desc, p.joined_at, p.user_id), '[]') as people
  from (
    select p.user_id, p.joined_at, coalesce(shared.times, 1) as times from (${comersSql}) p
    left join (
      select b.user_id, count(*) as times from past join session_participants b
        on b.organization_id = $organizationId and b.session_id = past.session_id and b.attended is not false
          and b.user_id = any(array(select p.user_id from (${comersSql}) p))
      where past.ends_at <= s.ends_at group by b.user_id) shared on shared.user_id = p.user_id
    order by times desc, p.joined_at, p.user_id limit ${facesInList}) p
  join users u on u.id = p.user_id) company`;

const kudosJson = `(
  select coalesce(json_agg(${personJsonSql('u')} order by p.kudos_at, p.user_id), '[]') from (
    select p.user_id, p.kudos_at from session_participants p
    where ${inSession} and p.kudos_at is not null and p.user_id <> $userId and not ${isHidden('p.user_id')}
    order by p.kudos_at, p.user_id limit ${facesInList}) p
  join users u on u.id = p.user_id)`;

/** What the search for the session a week later needs of the one that is over, by the clock on the gym's wall. */
const endedJoin = `cross join lateral (select s.id, s.gym_id, s.series_id, s.workout_type,
  (s.starts_at at time zone g.timezone + interval '7 days') at time zone g.timezone as again_at offset 0) ended`;
/** One that the reader is in comes first; a full one is no use to them. */
const nextWeekJson = `(
  select json_build_object('id', s.id, 'host', ${personJsonSql('h')}, 'is_participant', me.user_id is not null)
  from sessions s join users h on h.id = s.creator_id
    left join session_participants me on me.organization_id = s.organization_id and me.session_id = s.id and me.user_id = $userId
  where ${visibleSession} and s.gym_id = ended.gym_id and s.starts_at = ended.again_at and s.status = 'active'
    and (me.user_id is not null or ${freeSpotsSql} > s.waitlist_count
      and (s.series_id = ended.series_id or s.workout_type = ended.workout_type and exists (
        select from session_participants p where p.organization_id = $organizationId and p.session_id = ended.id
          and p.user_id = s.creator_id)))
  order by me.user_id is not null desc, s.series_id = ended.series_id desc nulls last, s.id limit 1)`;

const finishFields: JsonFields = {
  session: { plain: jsonTextSql(sessionFields(firstParticipantsJson(facesInList))) },
  shown_until: { quoted: instantSql(finishEndsSql) },
  is_recorded: { flag: 'record.is_recorded' },
  came: { plain: 'crowd.came' },
  of: { plain: 'crowd.in_it' },
  people: { plain: 'company.people' },
  has_given_kudos: { flag: 'mine.kudos_at is not null' },
  kudos_from: { plain: kudosJson },
  kudos_count: { plain: 'crowd.kudos' },
  next_week: { any: nextWeekJson },
};

const finishesStatement = statement('finishes', readerValues, { onePlan: true })<{ results: string }>(
  `with ${hiddenCte},
  finish as (
    select s.id, s.ends_at from sessions s
      join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
      join session_participants mine
        on mine.organization_id = s.organization_id and mine.session_id = s.id and mine.user_id = $userId
    where ${visibleSession} and ${isFinishSql} and mine.attended is not false
    order by s.ends_at desc, s.id desc limit ${mostFinishes}
  ), ${pastCte}
  select coalesce('[' || string_agg(${jsonTextSql(finishFields)}, ',' order by s.ends_at desc, s.id desc) || ']', '[]') as results
  from finish join sessions s on s.organization_id = $organizationId and s.id = finish.id
    ${sessionFieldJoins} ${recordJoin} ${countsJoin} ${peopleJoin} ${endedJoin}`,
);

/** The reader's last sessions as JSON text, in one statement. */
export async function listFinishes(read: Read, reader: SessionReader): Promise<string> {
  const [row] = await read(finishesStatement, reader);
  return row!.results;
}

const kudosStatement = statement('give-kudos', {
  organizationId: 'uuid',
  userId: 'uuid',
  gymIds: 'uuid[]',
  id: 'uuid',
})<{ is_in: boolean; is_open: boolean; is_new: boolean; to: string[] }>(
  `with ${hiddenCte},
  session as (
    select s.id, coalesce(${isFinishSql}, false) as is_open, record.is_recorded,
      exists (select from session_participants p where ${inSession} and p.user_id = $userId and ${cameSql}) as is_in
    from sessions s join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id ${recordJoin}
    where s.id = $id and ${visibleSession}
  ), given as (
    update session_participants p set kudos_at = now() from session
    where p.organization_id = $organizationId and p.session_id = session.id and p.user_id = $userId
      and p.kudos_at is null and session.is_in and session.is_open
    returning p.user_id
  )
  select session.is_in, session.is_open, exists (select from given) as is_new, array(
    select p.user_id from session_participants p, session record
    where p.organization_id = $organizationId and p.session_id = $id and ${cameSql} and p.user_id <> $userId
      and not ${isHidden('p.user_id')}) as to
  from session`,
);

type Giver = { organizationId: string; userId: string; gymIds: readonly string[]; id: string };

/** Records kudos, once for each session and giver; undefined when the giver may not see the session. */
export async function recordKudos(tx: Db, giver: Giver) {
  const [row] = await run(tx, kudosStatement, giver);
  return row;
}

const openStatement = statement('finish-is-open', { organizationId: 'uuid', id: 'uuid' })<{ is_open: boolean }>(
  `select ${isFinishSql} as is_open from sessions s
    join gyms g on g.organization_id = s.organization_id and g.id = s.gym_id
  where s.organization_id = $organizationId and s.id = $id`,
);

/** Whether members still look back on a session. */
export async function isFinish(tx: Db, session: { organizationId: string; id: string }): Promise<boolean> {
  const [row] = await run(tx, openStatement, session);
  return row?.is_open ?? false;
}
