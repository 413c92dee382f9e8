import { endpoints } from '@spotter/contract';
import { conversationsFeature } from '@spotter/server/features/conversations/index.ts';
import { friendsFeature } from '@spotter/server/features/friends/index.ts';
import { notificationsFeature } from '@spotter/server/features/notifications/index.ts';
import { sessionsFeature } from '@spotter/server/features/sessions/index.ts';
import type { Read } from '@spotter/server/platform/db/reads.ts';
import { queryInside } from '@spotter/server/platform/db/tenants.ts';
import type pg from 'pg';
import { statementOf } from '../floor/overhear.ts';
import { median } from '../measure.ts';
import { load } from '../settings.ts';
import type { Person } from '../signed-in.ts';
import { hotReads } from './hot-reads.ts';

/** Cost of a read inside its organization's walls compared with the same read outside. */
export type Walled = { title: string; outside: number; inside: number; ratio: number };

type Asked = { title: string; ask(read: Read, person: Person, session: string): Promise<unknown> };

const listing = { page: 1, page_size: 20, q: 'an' };

const reads: Asked[] = [
  ...hotReads.map(({ title, ask }) => ({ title, ask: (read: Read, { caller }: Person) => ask(read, caller) })),
  {
    title: 'GET /notifications/',
    ask: (read, { caller }) =>
      notificationsFeature.routes.listNotifications(
        { read, caller } as never,
        { query: endpoints.listNotifications.query.parse({}) } as never,
      ),
  },
  ...(['getSession', 'listSessionMessages'] as const).map((name) => ({
    title: `GET ${endpoints[name].path}`,
    ask: (read: Read, { caller }: Person, id: string) =>
      sessionsFeature.routes[name]({ read, caller, zone: null } as never, { params: { id }, query: listing } as never),
  })),
  {
    title: 'GET /conversations/',
    ask: (read, { caller }) =>
      conversationsFeature.routes.listConversations({ read, caller } as never, { query: listing } as never),
  },
  ...(['listFriends', 'listFriendRequests', 'listFriendSuggestions', 'searchPeople'] as const).map((name) => ({
    title: `GET ${endpoints[name].path}`,
    ask: (read: Read, { caller }: Person) =>
      friendsFeature.routes[name]({ read, caller, now: new Date() } as never, { query: listing } as never),
  })),
];

/** Single reads, one at a time, alternating; the ratio is the median of the rounds' ratios. */
export async function measureWalls(pool: pg.Pool, people: Person[]): Promise<Walled[]> {
  const some = people.slice(0, 200);
  const { rows } = await pool.query<{ organization_id: string; id: string }>(
    'select distinct on (organization_id) organization_id, id from sessions where starts_at > now()',
  );
  const sessions = new Map(rows.map((row) => [row.organization_id, row.id]));
  const measured: Walled[] = [];
  for (const { title, ask } of reads) {
    const { text, values } = await statementOf(some, (read, person) =>
      ask(read, person, sessions.get(person.caller.organizationId) ?? ''),
    );
    const outside = (index: number) => pool.query({ name: title, text, values: values[index] as unknown[] });
    const inside = (index: number) => {
      const tenant = some[index]!.caller;
      return queryInside(pool, tenant, { name: `t:${title}`, text, values: values[index] as unknown[] });
    };
    const timeOf = async (one: (index: number) => Promise<unknown>) => {
      const began = performance.now();
      for (const index of some.keys()) await one(index);
      return ((performance.now() - began) * 1_000) / some.length;
    };
    const [outsides, insides]: [number[], number[]] = [[], []];
    await timeOf(outside);
    await timeOf(inside);
    for (let round = 0; round < load.rounds; round++) {
      outsides.push(await timeOf(outside));
      insides.push(await timeOf(inside));
    }
    const ratio = median(insides.map((time, round) => time / (outsides[round] ?? 1)));
    measured.push({ title, outside: median(outsides), inside: median(insides), ratio });
    console.log(`  ${title}: ${ratio.toFixed(2)}`);
  }
  return measured;
}
