import { isRecord, local, readJson } from './safe-storage.ts';

/** Local storage, as section 9 of the specification lists it. */
const KEY = {
  auth: 'auth',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  selectedGym: 'selected_gym_id',
  selectedOrganization: 'selected_org_id',
  onboarding: (userId: string) => `onboarding_${userId}`,
  newTimezone: 'use_new_timezone',
} as const;

export type Tokens = { access: string; refresh: string | null };

/** Where a super admin is while inside an organization; the role they really have is remembered beside it. */
export type Emulation = { organization_id: string; organization_name: string; original_role: string };

/** `own` is the super admin's own sign-in, which goes on when the organization is left. */
type StoredAuth = { access_token?: string; refresh_token?: string; emulation?: Emulation; own?: Tokens };

const readAuth = () => readJson(local, KEY.auth, (value): value is StoredAuth => isRecord(value)) ?? {};
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The stored auth object first, then the single items, which the simple gym sign-up writes. */
export function readTokens(): Tokens | null {
  const auth = readAuth();
  const access = text(auth.access_token) ?? local.get(KEY.accessToken);
  const refresh = text(auth.refresh_token) ?? local.get(KEY.refreshToken);
  return access ? { access, refresh } : null;
}

/** A refresh token without an access token still lets a person back in. */
export const readRefreshToken = (): string | null => text(readAuth().refresh_token) ?? local.get(KEY.refreshToken);

/** Whose access token this is, as the token itself says; only the server can tell whether that is true. */
export function readUserId(): string | null {
  const [, claims = ''] = readTokens()?.access.split('.') ?? [];
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return text(sub);
  } catch {
    return null;
  }
}

function writeAuth(auth: StoredAuth) {
  local.set(KEY.auth, JSON.stringify(auth));
  if (auth.access_token) local.set(KEY.accessToken, auth.access_token);
  if (auth.refresh_token) local.set(KEY.refreshToken, auth.refresh_token);
  else local.remove(KEY.refreshToken);
}

/** After a refresh: the same sign-in goes on. */
export function storeTokens({ access, refresh }: Tokens) {
  writeAuth({ ...readAuth(), access_token: access, refresh_token: refresh ?? undefined });
}

/** A sign-in of its own: nothing of an earlier one stays. */
export function storeSignIn({ access, refresh }: Tokens) {
  writeAuth({ access_token: access, refresh_token: refresh ?? undefined });
}

/** Inside an organization there is an access token and nothing to renew it with: the visit ends by itself. */
export function storeEmulation(access: string, emulation: Emulation) {
  writeAuth({ access_token: access, emulation, own: readTokens() ?? undefined });
}

/** Goes back to the super admin's own sign-in; without one, nothing is left. */
export function endEmulation() {
  const own = readAuth().own;
  if (isRecord(own) && text(own.access)) storeSignIn(own);
  else clearTokens();
}

export function readEmulation(): Emulation | null {
  const emulation = readAuth().emulation;
  return isRecord(emulation) && typeof emulation.organization_name === 'string' ? emulation : null;
}

/** The sign-in is over. One that was a visit to an organization leads back to the visitor's own. */
export function endSignIn() {
  if (readEmulation()) endEmulation();
  else clearTokens();
}

export function clearTokens() {
  local.remove(KEY.auth);
  local.remove(KEY.accessToken);
  local.remove(KEY.refreshToken);
}

export const selectedGym = {
  read: () => local.get(KEY.selectedGym),
  write: (gymId: string | null) => (gymId ? local.set(KEY.selectedGym, gymId) : local.remove(KEY.selectedGym)),
};

export const selectedOrganization = {
  read: () => local.get(KEY.selectedOrganization),
  write: (id: string | null) => (id ? local.set(KEY.selectedOrganization, id) : local.remove(KEY.selectedOrganization)),
};

export const usesNewTimezone = () => local.get(KEY.newTimezone) === 'true';

/** Section 3's onboarding state. The tour itself reads and writes it; the query parameters only reset or skip it. */
export type OnboardingState = {
  version: 1;
  tourStatus: 'not_started' | 'in_progress' | 'skipped' | 'completed';
  tourStep: number;
  profileCompleted: boolean;
  requiredProfileCompleted: boolean;
  tipsShown: Record<string, true>;
  lastTipShownAt: string | null;
  actionsSinceLastTip: number;
  device: 'mobile' | 'desktop';
  pausedAt: string | null;
};

const isOnboardingState = (value: unknown): value is OnboardingState => isRecord(value) && value.version === 1;

export const onboardingState = {
  read: (userId: string) => readJson(local, KEY.onboarding(userId), isOnboardingState),
  write: (userId: string, state: OnboardingState) => local.set(KEY.onboarding(userId), JSON.stringify(state)),
  remove: (userId: string) => local.remove(KEY.onboarding(userId)),
};
