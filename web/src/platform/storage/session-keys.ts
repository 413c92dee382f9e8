import { isRecord, perTab, readJson, type SafeStorage } from './safe-storage.ts';

/** A pending invite, in the shape of section 3. */
export type PendingInvite = {
  type: 'session' | 'friend' | 'org';
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

/** A join that waits for sign-in. */
export type PendingSession = {
  sessionId: string;
  requiresProposal: boolean;
  friendRequests: string[];
  sessionFull: boolean;
  sessionTitle: string;
};

const isPendingInvite = (value: unknown): value is PendingInvite =>
  isRecord(value) && typeof value.code === 'string' && ['session', 'friend', 'org'].includes(String(value.type));

const isPendingSession = (value: unknown): value is PendingSession =>
  isRecord(value) && typeof value.sessionId === 'string';

function item<T>(key: string, isValid: (value: unknown) => value is T, storage: SafeStorage = perTab) {
  return {
    read: () => readJson(storage, key, isValid),
    write: (value: T) => storage.set(key, JSON.stringify(value)),
    remove: () => storage.remove(key),
  };
}

function textItem(key: string, storage: SafeStorage = perTab) {
  return {
    read: () => storage.get(key),
    write: (value: string) => storage.set(key, value),
    remove: () => storage.remove(key),
  };
}

/** Session storage, as section 9 of the specification lists it. */
export const pendingInvite = item('pendingInvite', isPendingInvite);
export const pendingSession = item('pendingSession', isPendingSession);
export const pendingShareToken = textItem('pendingShareToken');
export const pendingFriendInvite = textItem('pendingFriendInvite');
/** The session a registration led into: it opens once the person is inside. */
export const joinedSession = textItem('joinedSession');
/** Where a sign-in leads when nothing is pending, if that is not the home of one's role. */
export const homeAfterSignIn = textItem('homeAfterSignIn');
export const demoFlag = textItem('is_demo_user');
export const demoPersona = textItem('demo_persona');
export const demoExpiry = textItem('demo_expires_at');
export const profileTestMode = textItem('profile-test-mode');
/** Set while a tab has the app open, so that a fresh start can be told from a reload. */
export const appSessionActive = textItem('app-session-active');
