import { loadavg } from 'node:os';
import type pg from 'pg';
import type { Answering } from '../floor/floor-process.ts';
import { median, percentile } from '../measure.ts';
import type { Person } from '../signed-in.ts';
import { FIRST_GYM, fillOwners, MEMBERS, ORGANIZATION } from './fill.ts';

/** Milliseconds for what an owner of a large gym asks for. */
export type OwnersCall = { title: string; p50: number; p95: number };
export type Owning = { members: number; asked: number; loadAverage: number; calls: OwnersCall[] };

const ASKED = 60;

const calls = [
  ...['dashboard', 'org-dashboard', 'summary', 'popular-times', 'workout-types', 'trends', 'retention'].map(
    (name) => `/analytics/${name}/?range=12m`,
  ),
  `/analytics/gym-dashboard/?range=12m&gym_id=${FIRST_GYM}`,
  '/analytics/at-risk/',
  '/admin/users/',
  '/admin/users/?page=2500',
  '/admin/users/?order=newest',
  '/admin/users/?order=newest&page=2500',
  '/admin/users/?order=last_seen',
  '/admin/users/?order=last_seen&page=2500',
  '/admin/users/?is_active=false',
  '/admin/users/?is_set_up=false',
  '/admin/users/?is_set_up=true&order=newest',
  `/admin/users/?gym_id=${FIRST_GYM}`,
  `/admin/users/?gym_id=${FIRST_GYM}&page=800`,
  '/admin/users/?search=o',
  '/admin/users/?search=an',
  '/admin/users/?search=olga',
  '/admin/users/?search=olga&order=last_seen',
  '/admin/users/?search=olga%20bergman',
  '/admin/users/?search=olga%20begrman',
  '/admin/users/?search=gym.example',
  '/admin/users/?search=zzzyx',
  '/admin/audit-log/',
  '/admin/audit-log/?page=1000',
  '/admin/audit-log/?kind=theme',
  '/admin/announcements/',
  '/conversations/search/?q=thursday',
];
/** The same lists for the admin of one location. */
const callsOfGymAdmin = ['/admin/users/', '/admin/users/?page=500', '/admin/users/?search=an', '/analytics/at-risk/'];

type SignIn = (wanted: {
  howMany: number;
  organizationId: string;
  role: 'org_admin' | 'gym_admin';
}) => Promise<Person[]>;

/** An admin asks for one thing after the other, so a time is the call's own and not that of a queue. */
export async function measureOwners(server: Answering, pool: pg.Pool, signIn: SignIn): Promise<Owning> {
  await fillOwners(pool);
  const measured: OwnersCall[] = [];
  const measure = async (role: 'org_admin' | 'gym_admin', paths: readonly string[], note: string) => {
    const [admin] = await signIn({ howMany: 1, organizationId: ORGANIZATION, role });
    const ask = async (path: string) => {
      const began = performance.now();
      const headers = { authorization: `Bearer ${admin?.token}` };
      const answer = await fetch(`${server.url}/api/v1${path}`, { headers });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${text}`);
      return performance.now() - began;
    };
    for (const path of paths) {
      for (let round = 0; round < 10; round += 1) await ask(path);
      const took: number[] = [];
      for (let round = 0; round < ASKED; round += 1) took.push(await ask(path));
      measured.push({ title: `GET ${path}${note}`, p50: median(took), p95: percentile(took, 0.95) });
    }
  };
  await measure('org_admin', calls, '');
  await measure('gym_admin', callsOfGymAdmin, ', gym admin');
  return { members: MEMBERS, asked: ASKED, loadAverage: loadavg()[0] ?? 0, calls: measured };
}
