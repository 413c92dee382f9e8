import { type Endpoint, endpoints } from '@spotter/contract';
import { beforeAll, expect, test } from 'vitest';
import { outsideStatements } from '#platform/db/statement.ts';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { askFor, everyRead } from '#testing/every-read.ts';
import { unboundScans } from '#testing/plans.ts';
import { addBusyGym } from '#testing/worlds/busy-gym.ts';
import { type Ran, recordStatements } from '#testing/worlds/recorded-statements.ts';
import { useEverything } from '#testing/worlds/use-everything.ts';

/*
 * Can organizations live on different machines? Only if each statement of a member's call needs one of them. Members of a
 * busy gym use the product while every statement is recorded. Then PostgreSQL plans each of them, with up to twenty sets of values: every table that has an
 * organization must be read with one fixed organization, or with that of another table that is.
 */

const lines: string[] = [];
const app = useTestApp({ LOG_LEVEL: 'info' }, { logTo: { write: (line) => void lines.push(line) } });
let ran: Ran[];
/** The calls that were made. Some of them are refused, by chance of who meets whom in the gym. */
let made: Set<string>;

beforeAll(async () => {
  const organizationId = await addBusyGym(app());
  const recorded = recordStatements(/^\s*(with|select|insert|update|delete)\b/i);
  await useEverything(app(), organizationId, { withJobs: false, most: 6 });
  const { rows } = await app().pool.query<{ id: string }>(
    `select id from users where organization_id = $1 order by role = 'org_admin' desc, id limit 2`,
    [organizationId],
  );
  const [owner, member] = rows.map(({ id }) => ({ ...app().cast.ana, id }));
  for (const read of everyRead) await askFor(app(), read, owner!, { id: member!.id });
  recorded.stop();
  made = new Set(lines.flatMap((line) => (JSON.parse(line) as { op?: string }).op ?? []));
  // Of those outside the walls only the ones that members' calls read: the others find out who calls, and how often.
  const outside = new Set(outsideStatements.values());
  ran = [...recorded.ran.values()].flat().filter(({ inside, text }) => inside || outside.has(text));
}, 120_000);

/** Write calls whose statements are not planned here. A new call belongs into `useEverything`, not into this list. */
const notTried = `
  acceptConversation acceptFriendRequest acceptProposal addParticipants archiveConversation askFriendToReachOut
  blockUser cancelAnnouncement changeUsers checkImport claimSpot completeUserOnboarding correctUserEmail
  counterProposal createAnnouncement createGroupConversation createGroupLink createGym createInviteCode
  createMyCalendarFeed createReport createSavedTheme createScheduleOverride createStaffNote createUser
  declineConversation declineFriendRequest declineSession deleteAsset deleteConversationPicture deleteGroupLink
  deleteGym deleteInviteCode deleteMessage deleteOperatingHours deleteOrganizationExport deleteSavedTheme
  deleteScheduleOverride deleteStaffNote deleteUser dismissMemberAtRisk dismissSuggestion editMessage
  exportOrganization exportUsers generateInviteCodes generatePlatformInvite giveKudos inviteMember
  inviteMemberAtRisk joinGroupByLink joinPendingSession leaveConversation mailInvites markConversationRead
  markSuggestionsShown messageMemberAtRisk muteConversation openDirectConversation pinMessage previewGymTimezone
  previewOperatingHours previewOrganizationTheme previewScheduleOverride rejectProposal removeAdmins
  removeFriend removeParticipants removeReaction resetSessionTypes resetUserPassword resolveReport
  restoreMemberAtRisk revokeMyCalendarFeed revokeSessionShare runImport sendPhoto sendPoll sendTyping setCoHost
  setGuests setOperatingHours setUserGymAccess setUserRole settlePoll switchDemoPersona switchGym
  trainWithConversation trainWithMember unarchiveConversation unblockUser undoImport unmuteConversation
  unpinMessage updateAnnouncement updateConversation updateConversationPicture updateGym updateInviteCode
  updateOperatingHours updateOrganization updateOrganizationTheme updateSavedTheme updateScheduleOverride
  updateSessionTypes updateStaffNote updateUser uploadAsset verifyUserEmail votePoll
`
  .trim()
  .split(/\s+/);

/**
 * Tables that may be read by these columns alone: members by ids that rows of the organization name, which foreign keys on
 * (organization_id, user_id) hold together, and the caller's own row. The id stands for the organization.
 */
const membersBy: Record<string, string> = { users: 'id', user_gyms: 'user_id' };

test('every statement of a tenant call touches one organization', { timeout: 120_000 }, async () => {
  const client = await app().pool.connect();
  const unbound: string[] = [];
  const counts = { fixed: 0, byMember: 0 };
  try {
    for (const call of ran) {
      const scans = await unboundScans(client, call);
      const others = scans?.filter(({ table, by }) => !by.includes(membersBy[table] ?? ''));
      if (others?.length) unbound.push(`${JSON.stringify(others)}: ${call.text.slice(0, 300)}`);
      else if (scans) counts[scans.length > 0 ? 'byMember' : 'fixed'] += 1;
    }
  } finally {
    client.release();
  }
  expect(unbound).toEqual([]);
  expect(counts.fixed).toBeGreaterThan(40);
  // Citus would want the organization in these, too (ADR 40).
  expect(counts.byMember).toBeLessThan(counts.fixed / 2);
});

test('every write call inside an organization is made, or listed as not tried', () => {
  const writes = (Object.entries(endpoints) as [string, Endpoint][]).filter(
    ([, { method, access }]) => method !== 'GET' && ['member', 'gym_admin', 'org_admin'].includes(access),
  );
  expect(writes.flatMap(([name]) => (made.has(name) ? [] : [name])).toSorted()).toEqual(notTried);
});

test('finds a statement that names no organization, or two', async () => {
  const client = await app().pool.connect();
  const ids = [newId(), newId()];
  const scansOf = (text: string, values: unknown[]) => unboundScans(client, { text, values, inside: true });
  try {
    expect(await scansOf('select from sessions s where s.id = $1', ids.slice(1))).toMatchObject([
      { table: 'sessions' },
    ]);
    expect(await scansOf('select from sessions where organization_id in ($1, $2)', ids)).toHaveLength(1);
    expect(await scansOf('select from sessions where organization_id = $1 or id = $2', ids)).toHaveLength(1);
    const joined = 'select from sessions s join gyms g on g.id = s.gym_id';
    expect(await scansOf(`${joined} where s.organization_id = $1`, ids.slice(1))).toHaveLength(1);
    const bound = `${joined} and g.organization_id = s.organization_id where s.organization_id = $1`;
    expect(await scansOf(bound, ids.slice(1))).toEqual([]);
  } finally {
    client.release();
  }
});
