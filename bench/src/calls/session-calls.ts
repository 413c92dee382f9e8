import { endpoints } from '@spotter/contract';
import { sessionsFeature } from '@spotter/server/features/sessions/index.ts';
import type pg from 'pg';
import type { FloorOrder } from '../floor/floor.ts';
import { NEW } from '../floor/floor.ts';
import { statementOf } from '../floor/overhear.ts';
import { type TightWrite, tightReadFor, tightWriteFor } from '../floor/tight-statements.ts';
import type { Person } from '../signed-in.ts';
import type { BenchCall } from './clients.ts';
import type { Spot } from './spots.ts';

/** Which members send the call: all of them, or members with a session they could join, are in, or could wait for. */
export type Asking = { everybody: Person[]; joining: Spot[]; talking: Spot[]; waiting: Spot[] };

type Call = {
  title: string;
  /** Required share of the tight floor's throughput. */
  goal: number;
  who: keyof Asking;
  path(sessionId: string): string;
};
type SessionRead = Call & { name: 'sessions' | 'session' | 'messages' };
type Write = Call & {
  name: TightWrite;
  method?: 'POST' | 'DELETE';
  body(person: Person): object;
  /** Prepares the rows before each side's turn. */
  before?: string;
};

const READ_GOAL = 0.6;
const WRITE_GOAL = 0.3;

export const sessionReads: SessionRead[] = [
  { name: 'sessions', title: 'GET /sessions/ (30)', goal: READ_GOAL, who: 'everybody', path: () => '/sessions/' },
  { name: 'session', title: 'GET /sessions/:id/', goal: READ_GOAL, who: 'joining', path: (id) => `/sessions/${id}/` },
  {
    name: 'messages',
    title: 'GET /sessions/:id/messages/ (30)',
    goal: READ_GOAL,
    who: 'talking',
    path: (id) => `/sessions/${id}/messages/`,
  },
];

const inAnHour = () => new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 2 * 86_400_000);
const TITLE = 'Made while measuring';

/** $1 to $3: organizations, sessions and members of all callers. */
const those = 'unnest($1::uuid[], $2::uuid[], $3::uuid[]) as t (organization_id, session_id, user_id)';
const notIn = `delete from session_participants p using ${those} where p.organization_id = t.organization_id
  and p.session_id = t.session_id and p.user_id = t.user_id`;
/** A member who leaves at once only undoes the join. */
const longIn = `update session_participants p set joined_at = now() - interval '1 hour' from ${those}
  where p.organization_id = t.organization_id and p.session_id = t.session_id and p.user_id = t.user_id`;
const offered = `insert into session_waitlist (organization_id, id, session_id, user_id, status, offered_at, offer_expires_at)
  select organization_id, gen_random_uuid(), session_id, user_id, 'offered', now(), now() + interval '20 minutes' from ${those}`;

/** In this order every call undoes the one before, except for rows that `tidyUp` deletes. */
export const sessionWrites: Write[] = [
  {
    name: 'join',
    title: 'POST /sessions/:id/join/',
    goal: WRITE_GOAL,
    who: 'joining',
    path: (id) => `/sessions/${id}/join/`,
    body: () => ({ scope: 'this' }),
  },
  {
    name: 'leave',
    title: 'POST /sessions/:id/leave/',
    goal: WRITE_GOAL,
    who: 'joining',
    path: (id) => `/sessions/${id}/leave/`,
    body: () => ({ scope: 'this' }),
    before: longIn,
  },
  {
    name: 'say',
    title: 'POST /sessions/:id/messages/',
    goal: WRITE_GOAL,
    who: 'talking',
    path: (id) => `/sessions/${id}/messages/`,
    body: () => ({ content: 'On my way!' }),
  },
  {
    name: 'create',
    title: 'POST /sessions/',
    goal: WRITE_GOAL,
    who: 'joining',
    path: () => '/sessions/',
    body: ({ caller }) => ({
      title: TITLE,
      workout_type: 'strength',
      gym_id: caller.gymIds[0],
      start_time: inAnHour().toISOString(),
    }),
  },
  {
    name: 'wait',
    title: 'POST /sessions/:id/waitlist/',
    goal: WRITE_GOAL,
    who: 'waiting',
    path: (id) => `/sessions/${id}/waitlist/`,
    body: () => ({}),
  },
  {
    name: 'unwait',
    title: 'DELETE /sessions/:id/waitlist/',
    goal: WRITE_GOAL,
    who: 'waiting',
    method: 'DELETE',
    path: (id) => `/sessions/${id}/waitlist/`,
    body: () => ({}),
  },
  {
    name: 'claim',
    title: 'POST /sessions/:id/waitlist/accept/',
    goal: WRITE_GOAL,
    who: 'joining',
    path: (id) => `/sessions/${id}/waitlist/accept/`,
    body: () => ({}),
    before: offered,
  },
];

const tidyUp = [
  `delete from sessions where title = '${TITLE}'`,
  `delete from session_messages where content = 'On my way!'`,
  "delete from session_waitlist where queued_at > now() - interval '1 day'",
];

/** Runs one statement for all joining members. */
export const prepareFor = (pool: pg.Pool, { joining }: Asking, text: string) =>
  pool.query(text, [
    joining.map(({ person }) => person.caller.organizationId),
    joining.map(({ sessionId }) => sessionId),
    joining.map(({ person }) => person.caller.userId),
  ]);

export async function tidyUpAfter(pool: pg.Pool, asking: Asking): Promise<void> {
  await prepareFor(pool, asking, notIn);
  for (const text of tidyUp) await pool.query(text);
}

const signed = ({ token }: Person) => ({ authorization: `Bearer ${token}` });
const spotsOf = (who: Asking[keyof Asking]): Spot[] =>
  who.map((one) => ('person' in one ? one : { person: one, sessionId: '' }));

/** The same call for the server and for both floors. */
export function requestsFor(call: SessionRead | Write, asking: Asking) {
  const spots = spotsOf(asking[call.who]);
  const ask = (person: Person, path: string): BenchCall => {
    const body = 'body' in call ? JSON.stringify(call.body(person)) : undefined;
    const method = 'body' in call ? (call.method ?? 'POST') : 'GET';
    return { method, path, headers: { ...signed(person), ...(body && { 'content-type': 'application/json' }) }, body };
  };
  const beside = (kind: string) => spots.map(({ person }, number) => ask(person, `/${kind}/${call.name}/${number}`));
  return {
    server: spots.map(({ person, sessionId }) => ask(person, `/api/v1${call.path(sessionId)}`)),
    floor: beside('floor'),
    tight: beside('tight'),
  };
}

const detailsFor = (spots: Spot[]) =>
  statementOf(spots, (read, { person: { caller }, sessionId }) =>
    sessionsFeature.routes.getSession({ read, caller, zone: null } as never, { params: { id: sessionId } } as never),
  );

const lock = 'select from sessions where organization_id = $1 and id = $2 for no key update';
const take = 'insert into session_participants (organization_id, session_id, user_id) values ($1, $2, $3)';
const giveBack = 'delete from session_participants where organization_id = $1 and session_id = $2 and user_id = $3';
const queue = `insert into session_waitlist (organization_id, id, session_id, user_id)
  values ($1, gen_random_uuid(), $2, $3)`;
const answer = (status: string) => `update session_waitlist set status = '${status}', answered_at = now()
  where organization_id = $1 and session_id = $2 and user_id = $3 and status in ('waiting', 'offered')`;
const say = `with said as (
    insert into session_messages (organization_id, session_id, id, sender_id, content)
    values ($1, $2, gen_random_uuid(), $3, $4) returning *)
  select json_build_object('id', m.id, 'session_id', m.session_id, 'seq', m.seq, 'kind', m.kind, 'content', m.content,
    'sender', json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name),
    'created_at', m.created_at) as body
  from said m join users u on u.id = m.sender_id`;
const create = `insert into sessions
    (organization_id, id, gym_id, creator_id, workout_type, title, starts_at, ends_at, share_token)
  values ($1, gen_random_uuid(), $2, $3, 'strength', $4, $5, $5::timestamptz + interval '1 hour', md5(random()::text))
  returning id`;

const spotValues = ({ person: { caller }, sessionId }: Spot) => [caller.organizationId, sessionId, caller.userId];
const createValues = ({ person: { caller } }: Spot) => [
  caller.organizationId,
  caller.gymIds[0],
  caller.userId,
  TITLE,
  inAnHour().toISOString(),
];

/** The same database work, without permission checks and without events. */
export async function floorOrderFor(asking: Asking): Promise<Omit<FloorOrder, 'databaseUrl' | 'pool'>> {
  const { everybody, joining, talking, waiting } = asking;
  const details = await detailsFor(joining);
  const waitedFor = await detailsFor(waiting);
  const locks = (spots: Spot[]) => ({ text: lock, values: spots.map((spot) => spotValues(spot).slice(0, 2)) });
  const about = (spots: Spot[], text: string) => ({ text, values: spots.map(spotValues) });
  const spokenFor = talking.map((spot) => [...spotValues(spot), 'On my way!']);
  const valuesOf = { say: spokenFor, create: joining.map(createValues) };
  return {
    reads: {
      sessions: await statementOf(everybody, (read, { caller }) =>
        sessionsFeature.routes.listSessions(
          { read, caller, zone: null } as never,
          { query: endpoints.listSessions.query.parse({}) } as never,
        ),
      ),
      session: details,
      messages: await statementOf(talking, (read, { person: { caller }, sessionId }) =>
        sessionsFeature.routes.listSessionMessages(
          { read, caller } as never,
          { params: { id: sessionId }, query: endpoints.listSessionMessages.query.parse({}) } as never,
        ),
      ),
    },
    writes: {
      join: [locks(joining), about(joining, take), details],
      leave: [locks(joining), about(joining, giveBack), details],
      say: [locks(talking), { text: say, values: spokenFor }],
      create: [
        { text: create, values: joining.map(createValues) },
        { text: take, values: joining.map(({ person: { caller } }) => [caller.organizationId, NEW, caller.userId]) },
        {
          text: details.text,
          values: details.values.map((values, number) =>
            values.map((value) => (value === joining[number]?.sessionId ? NEW : value)),
          ),
        },
      ],
      wait: [locks(waiting), about(waiting, queue), waitedFor],
      unwait: [locks(waiting), about(waiting, answer('left')), waitedFor],
      claim: [locks(joining), about(joining, answer('accepted')), about(joining, take), details],
    },
    tight: {
      ...Object.fromEntries(sessionReads.map(({ name, who }) => [name, tightReadFor(name, asking[who])])),
      ...Object.fromEntries(
        sessionWrites.map(({ name, who }) => [
          name,
          tightWriteFor(
            name,
            name === 'say' || name === 'create' ? valuesOf[name] : (asking[who] as Spot[]).map(spotValues),
          ),
        ]),
      ),
    },
  };
}
