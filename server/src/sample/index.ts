import type { Db } from '#platform/db/connect.ts';
import { planDesk } from './desk.ts';
import { drawFace, type Face, fileKey } from './faces.ts';
import { planFriends } from './friends.ts';
import { planHistory } from './history.ts';
import { insertWorld } from './insert.ts';
import { planInvites } from './invites.ts';
import { emailOf, everybody, planMembers } from './members.ts';
import { planConversations } from './messages/conversations.ts';
import { planReport, planSessionMessages } from './messages/session-messages.ts';
import { type DrawnPhoto, drawSunrise, planWeekendPlans } from './messages/weekend-plans.ts';
import { planNotifications } from './notifications.ts';
import { planOrganizations } from './organizations.ts';
import { planProposals, planSessionInvites } from './proposals.ts';
import { planRemedies } from './remedies.ts';
import { planSessions, sixWeeksAndFour } from './sessions.ts';
import { nightShiftMark } from './themes.ts';
import { createWorld, daysFrom, memberOf, type World } from './world.ts';

export type SampleAccount = { role: string; email: string; password: string };

type SampleOptions = {
  files: { put(key: string, body: Buffer, contentType: 'image/png' | 'image/webp'): Promise<void> };
  now: Date;
  passwordFor(email: string): string;
  hashPassword(password: string): Promise<string>;
  /** The same seed and moment give the same data, ids included. */
  seed?: number;
};

/** The cast, who can sign in; everybody else is there for company. */
const cast = ['sam', 'olga', 'finn', 'ana', 'ben', 'cleo', 'dov', 'eve', 'nadia'];

/** Fills an empty database with two gyms' worth of life, and returns the accounts one can sign in with. */
export async function seedSampleData(db: Db, options: SampleOptions): Promise<SampleAccount[]> {
  const world = createWorld(options.now, options.seed ?? 1);
  const accounts = cast
    .flatMap((key) => everybody.filter((person) => person.key === key))
    .map((person) => {
      const email = emailOf(person);
      return { role: person.role, email, password: options.passwordFor(email) };
    });
  const [hashes, faces, marks, photo] = await Promise.all([
    Promise.all(accounts.map(async ({ email, password }) => [email, await options.hashPassword(password)] as const)),
    Promise.all(everybody.map(async (person) => [person.key, await drawFace(person, world.seed)] as const)),
    drawMarks(world.seed),
    drawSunrise(world.seed),
  ]);
  const drawn = { faces: new Map(faces), marks, photo };
  await Promise.all(filesOf(drawn).map(({ key, body }) => options.files.put(key, body, typeOf(key))));
  planWorld(world, drawn, new Map(hashes));
  await insertWorld(db, world);
  return accounts;
}

export type Drawn = { faces: Map<string, Face>; marks: { logo: Face; favicon: Face }; photo: DrawnPhoto };
const filesOf = ({ faces, marks, photo }: Drawn) => [...faces.values(), marks.logo, marks.favicon, photo];

/** Everything as it would stand at the world's moment; nothing is written. */
export function planWorld(world: World, drawn: Drawn, hashes: Map<string, string>): void {
  const { faces, marks } = drawn;
  const organizations = planOrganizations(world, { logo: marks.logo.key, favicon: marks.favicon.key });
  planFiles(world, filesOf(drawn));
  planMembers(world, organizations, faces, hashes);
  planAssets(world, organizations.nightShift, marks);
  planInvites(world);
  planFriends(world);
  planSessions(world, sixWeeksAndFour);
  planProposals(world);
  planSessionInvites(world);
  planSessionMessages(world);
  planReport(world);
  planConversations(world);
  planNotifications(world);
  planAudit(world);
  // Last, so that what came before stays what its seed makes it.
  planRemedies(world);
  planDesk(world);
  planHistory(world, { planned: sixWeeksAndFour.weeksBack, back: 26 });
  planWeekendPlans(world, drawn.photo);
}

const typeOf = (key: string) => (key.endsWith('.png') ? 'image/png' : 'image/webp');

async function drawMarks(seed: number): Promise<{ logo: Face; favicon: Face }> {
  const mark = Buffer.from(nightShiftMark);
  const { default: sharp } = await import('sharp');
  const [logo, favicon] = await Promise.all([sharp(mark).png().toBuffer(), sharp(mark).resize(64).png().toBuffer()]);
  return {
    logo: { key: fileKey(`logo ${seed}`, 'png'), body: logo },
    favicon: { key: fileKey(`favicon ${seed}`, 'png'), body: favicon },
  };
}

function planFiles(world: World, files: Face[]): void {
  for (const { key, body } of files) {
    world.rows.files.push({
      key,
      content_type: typeOf(key),
      bytes: body.length,
      created_at: daysFrom(world.now, -200),
    });
  }
}

function planAssets(world: World, organization_id: string, marks: { logo: Face; favicon: Face }): void {
  const created_at = daysFrom(world.now, -200);
  const by = { organization_id, created_by: memberOf(world, 'nadia').id, created_at };
  world.rows.assets.push(
    { ...by, id: world.id(created_at), asset_type: 'logo', file_key: marks.logo.key, width: 512, height: 512 },
    { ...by, id: world.id(created_at), asset_type: 'favicon', file_key: marks.favicon.key, width: 64, height: 64 },
  );
}

/** What the admins did lately, for the audit trail to show. */
function planAudit(world: World): void {
  const deeds = [
    ['olga', 'user.role_changed', 'finn', { from: 'regular_user', to: 'gym_admin' }, -190],
    ['finn', 'user.gym_access_changed', 'ana', { added: 1 }, -41],
    ['olga', 'user.password_reset', 'harriet', {}, -12],
    ['nadia', 'user.email_verified', 'rosa', {}, -6],
  ] as const;
  for (const [actor, action, target, data, days] of deeds) {
    const at = daysFrom(world.now, days);
    const { id: actor_id, organizationId: organization_id } = memberOf(world, actor);
    world.rows.audit_log.push({
      ...{ id: world.id(at), organization_id, actor_id, action, data, created_at: at },
      target_type: 'user',
      target_id: memberOf(world, target).id,
      request_id: `sample-${-days}`,
    });
  }
  const helped = daysFrom(world.now, -3);
  const { organizationId } = memberOf(world, 'olga');
  world.rows.audit_log.push({
    ...{ id: world.id(helped), organization_id: organizationId, emulating: true, action: 'theme.published' },
    ...{ target_type: 'organization', target_id: organizationId, request_id: 'sample-support', created_at: helped },
  });
}
