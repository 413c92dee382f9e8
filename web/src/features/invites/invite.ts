import type { Answer } from '#platform/api/client.ts';
import { type PendingInvite, pendingInvite, pendingSession } from './pending-invite.ts';

type Organization = { id: string; name: string };
export type SharedSession = Answer<'getSharedSession'>;
export type Inviter = NonNullable<Answer<'getPlatformInvite'>['inviter']>;
type GymOption = { id: string; name: string };

/** A valid invite, as its landing page shows it. */
export type Invite =
  | {
      type: 'org';
      code: string;
      organization: Organization;
      gyms: GymOption[];
      faces: readonly { initials: string; avatar_color: string }[];
    }
  | {
      type: 'friend';
      code: string;
      organization: Organization | undefined;
      inviter: Inviter;
      gym: GymOption | null;
      alreadyFriends: boolean;
    }
  | { type: 'session'; code: string; referrerCode: string | undefined; session: SharedSession };

/** The wall time that the server names, whatever zone this device is in. */
function wall(local: string) {
  const at = new Date(`${local.slice(0, 16)}:00Z`);
  const as = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', ...options }).format(at);
  return {
    date: as({ weekday: 'long', day: 'numeric', month: 'long' }),
    time: as({ hour: 'numeric', minute: '2-digit' }),
  };
}

export const sessionMoment = (session: SharedSession) => wall(session.start_time.local);

/** Who shared the link: the member whose code it carries, else the host. */
export const inviterOf = ({ shared_by, creator }: SharedSession) =>
  shared_by ?? { ...creator, name: creator.full_name };

export const facesOf = ({ participants }: SharedSession) =>
  participants.map(({ name, initials, avatar_url, avatar_color }) => ({
    name,
    initials,
    src: avatar_url,
    color: avatar_color,
  }));

const PURPLE = '#7c3aed';

/** Before sign-up or sign-in. For a full session the visitor proposes another time instead. */
export function keepInvite(invite: Invite): void {
  pendingInvite.write(pendingFrom(invite));
  pendingSession.remove();
  if (invite.type !== 'session') return;
  const { id, title, available_spots } = invite.session;
  // A server of the release before doesn't say.
  if (available_spots !== 0) return;
  pendingSession.write({
    sessionId: id,
    requiresProposal: true,
    friendRequests: [],
    sessionFull: true,
    sessionTitle: title,
    shareToken: invite.code,
  });
}

/** Stored in this tab during sign-up or sign-in, in the specification's shape. */
function pendingFrom(invite: Invite): PendingInvite {
  if (invite.type === 'org')
    return {
      type: 'org',
      code: invite.code,
      organizationId: invite.organization.id,
      organizationName: invite.organization.name,
      gymOptions: invite.gyms,
    };
  if (invite.type === 'friend')
    return {
      type: 'friend',
      code: invite.code,
      referrerCode: invite.code,
      organizationId: invite.organization?.id,
      organizationName: invite.organization?.name,
      gymOptions: invite.gym ? [invite.gym] : [],
      inviter: {
        id: invite.inviter.id,
        name: invite.inviter.name,
        email: invite.inviter.email,
        initials: invite.inviter.initials,
        avatarColor: invite.inviter.avatar_color || PURPLE,
        gymId: invite.gym?.id,
        gymName: invite.gym?.name,
      },
    };
  const { session } = invite;
  const { creator, gym } = session;
  return {
    type: 'session',
    code: invite.code,
    referrerCode: invite.referrerCode ?? creator.personal_share_code ?? undefined,
    organizationId: session.organization.id,
    organizationName: session.organization.name,
    gymOptions: [gym],
    inviter: {
      id: creator.id,
      name: creator.full_name,
      email: creator.email,
      initials: creator.initials,
      avatarColor: creator.avatar_color || PURPLE,
      gymId: gym.id,
      gymName: gym.name,
    },
    sessionDetails: {
      id: session.id,
      title: session.title,
      ...sessionMoment(session),
      duration: session.session_duration_minutes,
      description: session.description,
      workoutTypes: session.session_types.length > 0 ? session.session_types : [session.workout_type],
      currentParticipants: session.current_participants,
      maxParticipants: session.max_participants,
      creatorId: creator.id,
      creatorName: creator.full_name,
    },
  };
}
