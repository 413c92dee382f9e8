import type { Access, Endpoint } from './endpoint.ts';
import { type ErrorCode, errorsOfKeyedCalls, errorsOfSignedInCalls } from './errors.ts';

/** A longer body is refused with 413 `body_too_large` before it is read to its end. */
export const largestBodyOf = ({ largestBody = 64 * 1024 }: Pick<Endpoint, 'largestBody'>): number => largestBody;

/** Whether the server keeps the answer for a client that sends an Idempotency-Key. */
export const takesKey = ({ method, forgets }: Endpoint): boolean => method === 'POST' && !forgets;

/** Whether a call may meet any organization: one that needs no sign-in, or one that follows a link or code. */
export const crossesOrganizations = (entry: Endpoint): boolean =>
  entry.access === 'public' || entry.crossesOrganizations === true;

const errorsOfAccess: Record<Access, readonly ErrorCode[]> = {
  public: [],
  signed_in: errorsOfSignedInCalls,
  member: [...errorsOfSignedInCalls, 'organization_required'],
  gym_admin: [...errorsOfSignedInCalls, 'access_denied', 'organization_required'],
  org_admin: [...errorsOfSignedInCalls, 'access_denied', 'organization_required'],
  super_admin: [...errorsOfSignedInCalls, 'access_denied'],
};

/** Everything this call may answer beyond `errorsOfEveryCall`: its own codes, and those its rules imply. */
export function errorsOf(entry: Endpoint): ErrorCode[] {
  return [
    ...new Set([
      ...(entry.errors ?? []),
      ...errorsOfAccess[entry.access],
      ...(entry.emulating ? (['emulation_not_allowed'] as const) : []),
      ...(entry.demo ? (['demo_not_allowed'] as const) : []),
      ...(takesKey(entry) ? errorsOfKeyedCalls : []),
    ]),
  ];
}
