import { planDemo } from '#features/demo/demo-world.service.ts';
import { insertWorld } from '#sample/insert.ts';
import type { TestApp } from '../app.ts';

/** Adds the gym of a demo, with a few blocks, waitlists and themes, and returns its organization. */
export async function addBusyGym(app: TestApp): Promise<string> {
  const now = new Date();
  const demo = planDemo(now, { expiresAt: new Date(now.getTime() + 3_600_000), faces: new Map() });
  const { organizationId } = demo;
  await insertWorld(app.db, demo.world);
  await addBlocksAndWaitlists(app, organizationId);
  await giveEachGymATheme(app, organizationId);
  return organizationId;
}

/** The sample gym has no blocks and hardly a waitlist: a few of each, with waiters before and after one another. */
async function addBlocksAndWaitlists({ pool }: TestApp, organizationId: string): Promise<void> {
  await pool.query(
    // At every distance once: in the twin, whose members are shifted, everybody is blocked by everybody.
    `with people as (select id, row_number() over (order by id) as place from users where organization_id = $1)
     insert into blocks (organization_id, blocker_id, blocked_id)
     select $1, a.id, b.id from people a join people b on b.place = 2 * a.place`,
    [organizationId],
  );
  await pool.query(
    `with soon as (
       select s.id, s.creator_id, row_number() over (order by s.starts_at) as place from sessions s
       where s.organization_id = $1 and s.status = 'active' and s.starts_at > now() order by s.starts_at limit 6)
     insert into session_waitlist (organization_id, id, session_id, user_id)
     select $1, gen_random_uuid(), soon.id, waiter.id from soon cross join lateral (
       select u.id from users u where u.organization_id = $1 and u.id <> soon.creator_id
         and not exists (select from session_participants p
           where p.organization_id = $1 and p.session_id = soon.id and p.user_id = u.id)
       order by md5(u.id::text || soon.place) limit 4) waiter
     on conflict do nothing`,
    [organizationId],
  );
}

async function giveEachGymATheme({ pool }: TestApp, organizationId: string): Promise<void> {
  await pool.query('update organizations set white_label_enabled = true where id = $1', [organizationId]);
  await pool.query(
    `with theme as (insert into saved_themes (organization_id, id, name, config)
       select $1, gen_random_uuid(), 'Night', '{"colors": {"primary": "#123456"}}' returning id)
     update gyms set theme_id = theme.id from theme where organization_id = $1`,
    [organizationId],
  );
}
