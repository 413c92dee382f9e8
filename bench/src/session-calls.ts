import { endpoints } from '@spotter/contract';
import { sessionsFeature } from '@spotter/server/features/sessions/index.ts';
import type { FloorOrder } from './floor.ts';
import { NEW } from './floor.ts';
import type { Asked } from './measure.ts';
import { statementOf } from './overhear.ts';
import type { Person } from './people.ts';
import type { Spot } from './spots.ts';

/** Who asks: everybody for the list, people with a session they could join, and people with one they are in. */
export type Asking = { everybody: Person[]; joining: Spot[]; talking: Spot[] };

export type Call = { name: string; title: string; goal?: number; who: keyof Asking };

export const sessionReads: (Call & { path(sessionId: string): string })[] = [
  { name: 'sessions', title: 'GET /sessions/ (30)', goal: 0.6, who: 'everybody', path: () => '/sessions/' },
  { name: 'session', title: 'GET /sessions/:id/', goal: 0.6, who: 'joining', path: (id) => `/sessions/${id}/` },
  {
    name: 'messages',
    title: 'GET /sessions/:id/messages/ (30)',
    goal: 0.6,
    who: 'talking',
    path: (id) => `/sessions/${id}/messages/`,
  },
];

type Write = Call & { path(sessionId: string): string; body(person: Person): object };

const inAnHour = () => new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 2 * 86_400_000);
const TITLE = 'Made while measuring';

/** In this order everything is afterwards as it was, but for what `tidyUp` takes away. */
export const sessionWrites: Write[] = [
  {
    name: 'join',
    title: 'POST /sessions/:id/join/',
    goal: 0.5,
    who: 'joining',
    path: (id) => `/sessions/${id}/join/`,
    body: () => ({ scope: 'this' }),
  },
  {
    name: 'leave',
    title: 'POST /sessions/:id/leave/',
    who: 'joining',
    path: (id) => `/sessions/${id}/leave/`,
    body: () => ({ scope: 'this' }),
  },
  {
    name: 'say',
    title: 'POST /sessions/:id/messages/',
    who: 'talking',
    path: (id) => `/sessions/${id}/messages/`,
    body: () => ({ content: 'On my way!' }),
  },
  {
    name: 'create',
    title: 'POST /sessions/',
    who: 'joining',
    path: () => '/sessions/',
    body: ({ caller }) => ({
      title: TITLE,
      workout_type: 'strength',
      gym_id: caller.gymIds[0],
      start_time: inAnHour().toISOString(),
    }),
  },
];

export const tidyUp = [
  `delete from sessions where title = '${TITLE}'`,
  `delete from session_messages where content = 'On my way!'`,
];

const signed = ({ token }: Person) => ({ authorization: `Bearer ${token}` });
const spotsOf = (who: Asking[keyof Asking]): Spot[] =>
  who.map((one) => ('person' in one ? one : { person: one, sessionId: '' }));

export function requestsFor(call: (typeof sessionReads)[number] | Write, asking: Asking) {
  const spots = spotsOf(asking[call.who]);
  const ask = (person: Person, path: string, body?: object): Asked => ({
    path,
    headers: { ...signed(person), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const bodyFor = (person: Person) => ('body' in call ? call.body(person) : undefined);
  return {
    server: spots.map(({ person, sessionId }) => ask(person, `/api/v1${call.path(sessionId)}`, bodyFor(person))),
    floor: spots.map(({ person }, number) => ask(person, `/${call.name}/${number}`, bodyFor(person))),
  };
}

const raw = { request: { headers: {} } } as never;
const detailsFor = (spots: Spot[]) =>
  statementOf(spots, (read, { person: { caller }, sessionId }) =>
    sessionsFeature.routes.getSession({ read, caller } as never, { params: { id: sessionId } } as never, raw),
  );

const lock = 'select from sessions where organization_id = $1 and id = $2 for no key update';
const take = 'insert into session_participants (organization_id, session_id, user_id) values ($1, $2, $3)';
const giveBack = 'delete from session_participants where organization_id = $1 and session_id = $2 and user_id = $3';
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

/** The same work in the database, without asking whether it may be done and without telling anybody of it. */
export async function floorOrderFor({
  everybody,
  joining,
  talking,
}: Asking): Promise<Omit<FloorOrder, 'databaseUrl' | 'pool'>> {
  const spotValues = ({ person: { caller }, sessionId }: Spot) => [caller.organizationId, sessionId, caller.userId];
  const details = await detailsFor(joining);
  const locks = (spots: Spot[]) => ({ text: lock, values: spots.map((spot) => spotValues(spot).slice(0, 2)) });
  return {
    reads: {
      sessions: await statementOf(everybody, (read, { caller }) =>
        sessionsFeature.routes.listSessions(
          { read, caller } as never,
          { query: endpoints.listSessions.query.parse({}) } as never,
          raw,
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
      join: [locks(joining), { text: take, values: joining.map(spotValues) }, details],
      leave: [locks(joining), { text: giveBack, values: joining.map(spotValues) }, details],
      say: [locks(talking), { text: say, values: talking.map((spot) => [...spotValues(spot), 'On my way!']) }],
      create: [
        {
          text: create,
          values: joining.map(({ person: { caller } }) => [
            caller.organizationId,
            caller.gymIds[0],
            caller.userId,
            TITLE,
            inAnHour().toISOString(),
          ]),
        },
        { text: take, values: joining.map(({ person: { caller } }) => [caller.organizationId, NEW, caller.userId]) },
        { text: details.text, values: details.values.map((values) => [...values.slice(0, -1), NEW]) },
      ],
    },
  };
}
