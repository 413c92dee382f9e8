import { createHash } from 'node:crypto';
import { InviteCodeText, Token } from '@spotter/contract/api/primitives.ts';
import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { zoneInWords } from '@spotter/contract/time-words.ts';
import { findInviter } from '#features/friends/index.ts';
import { findUsableCode } from '#features/invites/index.ts';
import { getGymConfig } from '#features/organizations/index.ts';
import { readSharedSession } from '#features/sessions/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { wallTimeOf } from '#platform/db/zones.ts';
import { usualWords } from '#platform/reader-words.ts';
import type { Card } from './card.task.ts';

/** The preview of a link pasted into a chat. */
export type Preview = {
  title: string;
  description: string;
  siteName: string;
  card: Card;
  theme: ThemeConfig;
  /** Changes with the card's content, so that chats do not cache an old picture. */
  version: string;
};

export const inviteTypes = ['org', 'session', 'friend'] as const;
export type InviteKind = (typeof inviteTypes)[number];

const pitch = 'Find training partners, join sessions, chat';

const withVersion = (preview: Omit<Preview, 'version'>): Preview => {
  const shown = JSON.stringify([preview.card, preview.theme.colors, preview.theme.assets.logo]);
  return { ...preview, version: createHash('sha256').update(shown).digest('base64url').slice(0, 10) };
};

/** The same for every invalid link, whatever the reason. */
export const neutralPreview = withVersion({
  title: 'Spotter',
  description: 'Train together at your gym.',
  siteName: 'Spotter',
  card: {
    brand: 'Spotter',
    label: 'Train together',
    title: 'Find your people at the gym',
    facts: ['Sessions, friends and chat in one place'],
    side: { kind: 'mark' },
    workout: null,
  },
  theme: ThemeConfig.parse({}),
});

/** A link's preview, limited to what a stranger may know; null when the link is invalid. */
export async function findPreview(
  { db, read }: { db: Db; read: Read },
  kind: InviteKind,
  given: string,
): Promise<Preview | null> {
  const code = (kind === 'org' ? InviteCodeText : Token).safeParse(given);
  if (!code.success) return null;
  if (kind === 'org') return organizationPreview(db, code.data);
  if (kind === 'friend') return friendPreview(db, code.data);
  return sessionPreview({ db, read }, code.data);
}

/** Drops the organization's name from a location's name, which leaves the part that tells locations apart. */
const listOf = (names: string[], organization: string) => {
  if (names.length > 3) return `${names.length} locations`;
  const short = names.map((name) => (name.startsWith(`${organization} `) ? name.slice(organization.length + 1) : name));
  return new Intl.ListFormat('en-GB').format(names.length > 1 ? short : names);
};

async function organizationPreview(db: Db, code: string): Promise<Preview | null> {
  const found = await findUsableCode(db, code, { lock: false });
  if (!found) return null;
  const { organizationName: name, gyms } = found;
  const where = listOf(
    gyms.map((gym) => gym.name),
    name,
  );
  const { theme } = await getGymConfig(db, found.organizationId);
  return withVersion({
    title: `Join ${name}`,
    description: `You are invited to train with ${name}: ${where}. ${pitch}.`,
    siteName: name,
    card: {
      brand: name,
      label: 'You are invited',
      title: `Join ${name}`,
      facts: [where, pitch],
      side: { kind: 'mark' },
      workout: null,
    },
    theme,
  });
}

async function friendPreview(db: Db, code: string): Promise<Preview | null> {
  const inviter = await findInviter(db, code, null);
  if (!inviter) return null;
  const { firstName, lastName, organization, gym } = inviter;
  const { theme } = await getGymConfig(db, organization.id);
  const initials = `${[...firstName][0] ?? ''}${[...lastName][0] ?? ''}`.toUpperCase();
  return withVersion({
    title: `${firstName} invited you to ${organization.name}`,
    description: `Train with ${firstName} at ${gym?.name ?? organization.name}. ${pitch}.`,
    siteName: organization.name,
    card: {
      brand: organization.name,
      label: `${firstName} invites you`,
      title: `Train with ${firstName} at ${organization.name}`,
      facts: [...(gym ? [gym.name] : []), pitch],
      side: { kind: 'initials', initials, color: inviter.avatarColor },
      workout: null,
    },
    theme,
  });
}

const workoutNames = {
  cardio: 'Cardio',
  strength: 'Strength',
  classes: 'Class',
  flexibility: 'Flexibility',
  sports: 'Sports',
} as const;

async function sessionPreview({ db, read }: { db: Db; read: Read }, token: string): Promise<Preview | null> {
  const session = await readSharedSession(read, token, { userId: null, organizationId: null, zone: null });
  if (!session) return null;
  const { title, organization, gym, creator, start_time } = session;
  const { theme } = await getGymConfig(db, organization.id);
  const when = timeInWords(start_time.utc, start_time.timezone);
  const left = session.available_spots;
  const spots = left === 0 ? 'Full. Join the waitlist' : `${left} ${left === 1 ? 'spot' : 'spots'} left`;
  const workout = session.workout_type;
  return withVersion({
    title: `${title} · ${organization.name}`,
    description: `${when} at ${gym.name}, with ${creator.full_name}. ${spots}.`,
    siteName: organization.name,
    card: {
      brand: organization.name,
      label: `${session.session_types[0] ?? workoutNames[workout]} · ${session.duration} min`,
      title,
      facts: [when, gym.name, `With ${creator.full_name}`],
      side: { kind: 'spots', left, taken: session.current_participants, spots: session.max_participants },
      workout,
    },
    theme,
  });
}

/** 'Thu 19 Nov, 6:30 pm Sydney time': names date and zone, because it is read later and readers may be elsewhere. */
export const timeInWords = (utc: string, timezone: string): string =>
  `${usualWords.moment(wallTimeOf(Date.parse(utc), timezone), null)} ${zoneInWords(timezone)}`;
