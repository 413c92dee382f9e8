import { isRecord, safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedJson, storedText } from '#platform/storage/stored-value.ts';
import { type InviteType, isInviteType } from './invite-type.ts';

/** A pending invite in the shape of section 3. */
export type PendingInvite = {
  type: InviteType;
  code: string;
  referrerCode?: string;
  organizationId?: string;
  organizationName?: string;
  gymOptions?: { id: string; name: string }[];
  inviter?: {
    id: string;
    name: string;
    email: string | null;
    initials: string;
    avatarColor: string;
    gymId?: string;
    gymName?: string;
  };
  sessionDetails?: {
    id: string;
    title: string;
    date: string;
    time: string;
    duration: number;
    description: string;
    workoutTypes: string[];
    currentParticipants: number;
    maxParticipants: number;
    creatorId: string;
    creatorName: string;
  };
};

/** A join that continues after sign-in. */
export type PendingSession = {
  sessionId: string;
  requiresProposal: boolean;
  friendRequests: string[];
  sessionFull: boolean;
  sessionTitle: string;
  /** The link it came from, which lets a new member propose another time. */
  shareToken?: string;
};

const isPendingInvite = (value: unknown): value is PendingInvite =>
  isRecord(value) && typeof value.code === 'string' && isInviteType(value.type);

const isPendingSession = (value: unknown): value is PendingSession =>
  isRecord(value) && typeof value.sessionId === 'string';

export const pendingInvite = storedJson(safeSessionStorage, 'pendingInvite', isPendingInvite);
export const pendingSession = storedJson(safeSessionStorage, 'pendingSession', isPendingSession);
export const pendingShareToken = storedText(safeSessionStorage, 'pendingShareToken');
export const pendingFriendInvite = storedText(safeSessionStorage, 'pendingFriendInvite');
/** The session joined by registering; it opens once the member is signed in. */
export const joinedSession = storedText(safeSessionStorage, 'joinedSession');
