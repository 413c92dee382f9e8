import type { Access, Endpoint } from './endpoint.ts';
import { type ErrorCode, errorsOfKeyedCalls, errorsOfSignedInCalls } from './errors.ts';

/** Longer bodies are refused with 413 `body_too_large` before they are read completely. */
export const largestBodyOf = ({ largestBody = 64 * 1024 }: Pick<Endpoint, 'largestBody'>): number => largestBody;

/** Whether the server stores the answer for a client that sends an Idempotency-Key. Comparing files would cost too much. */
export const takesKey = ({ method, forgets, accepts }: Endpoint): boolean =>
  method !== 'GET' && !forgets && accepts === undefined;

/** Whether a call may touch any organization: it needs no sign-in, or it follows a link or code. */
export const crossesOrganizations = (entry: Endpoint): boolean =>
  entry.access === 'public' || entry.crossesOrganizations === true;

/** Whether the call waits until the caller has chosen a password of their own. */
export const needsOwnPassword = ({ access, beforeOwnPassword }: Endpoint): boolean =>
  access !== 'public' && !beforeOwnPassword;

const errorsOfAccess: Record<Access, readonly ErrorCode[]> = {
  public: [],
  signed_in: errorsOfSignedInCalls,
  member: [...errorsOfSignedInCalls, 'organization_required'],
  gym_admin: [...errorsOfSignedInCalls, 'access_denied', 'organization_required'],
  org_admin: [...errorsOfSignedInCalls, 'access_denied', 'organization_required'],
  super_admin: [...errorsOfSignedInCalls, 'access_denied'],
};

/** All error codes of a call beyond `errorsOfEveryCall`: its own, and those its rules imply. */
export function errorsOf(entry: Endpoint): ErrorCode[] {
  return [
    ...new Set([
      ...(entry.errors ?? []),
      ...errorsOfAccess[entry.access],
      ...(needsOwnPassword(entry) ? (['password_change_required'] as const) : []),
      ...(entry.emulating ? (['emulation_not_allowed'] as const) : []),
      ...(entry.namesOrganization ? (['organization_not_found'] as const) : []),
      ...(entry.demo ? (['demo_not_allowed'] as const) : []),
      ...(entry.needsVerifiedEmail ? (['email_not_verified'] as const) : []),
      ...(takesKey(entry) ? errorsOfKeyedCalls : []),
    ]),
  ];
}
