import { isRecord, safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedJson, storedText } from '#platform/storage/stored-value.ts';

export type Tokens = { access: string; refresh: string | null };

/** Where a super admin is while inside an organization; the role they really have is remembered beside it. */
export type Emulation = { organization_id: string; organization_name: string; original_role: string };

/** `own` is the super admin's own sign-in, which goes on when the organization is left. */
type StoredAuth = { access_token?: string; refresh_token?: string; emulation?: Emulation; own?: Tokens };

const auth = storedJson(safeLocalStorage, 'auth', (value): value is StoredAuth => isRecord(value));
const accessToken = storedText(safeLocalStorage, 'access_token');
const refreshToken = storedText(safeLocalStorage, 'refresh_token');

const readAuth = () => auth.read() ?? {};
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The stored auth object first, then the single items, which the simple gym sign-up writes. */
export function readTokens(): Tokens | null {
  const stored = readAuth();
  const access = text(stored.access_token) ?? accessToken.read();
  const refresh = text(stored.refresh_token) ?? refreshToken.read();
  return access ? { access, refresh } : null;
}

/** Whose the stored tokens are: a member, or a super admin in an organization. Null when there are none to read it from. */
function readAccount(): string | null {
  const userId = readUserId();
  return userId && `${userId}/${readEmulation()?.organization_id ?? ''}`;
}

/**
 * All tabs share one storage, so another tab may put another account there at any time. This is the account the tab was
 * drawn for; null for nobody's.
 */
let tabAccount: string | null = readAccount();

/** From now on the tab stands for the account that is stored. */
export function claimAccount() {
  tabAccount = readAccount();
}

/** Another tab has signed in somebody else: this one must not act in their name. */
export function isOtherAccount(): boolean {
  const stored = readAccount();
  return tabAccount !== null && stored !== null && stored !== tabAccount;
}

/** Whether what is stored is this tab's to use. One that was drawn signed out has no tokens, whatever another tab stores. */
function isOwn(): boolean {
  const stored = readAccount();
  return stored === null || stored === tabAccount;
}

export const readOwnTokens = (): Tokens | null => (isOwn() ? readTokens() : null);
export const readOwnRefreshToken = (): string | null => (isOwn() ? readRefreshToken() : null);

/** A refresh token without an access token still lets a person back in. */
export const readRefreshToken = (): string | null => text(readAuth().refresh_token) ?? refreshToken.read();

/** What ends the sign-in for good: while emulating, the refresh token of the sign-in behind it. */
export const readRefreshTokenToEnd = (): string | null =>
  isOwn() ? (readRefreshToken() ?? text(readAuth().own?.refresh)) : null;

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

function writeAuth(next: StoredAuth) {
  auth.write(next);
  if (next.access_token) accessToken.write(next.access_token);
  if (next.refresh_token) refreshToken.write(next.refresh_token);
  else refreshToken.remove();
  claimAccount();
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
  auth.remove();
  accessToken.remove();
  refreshToken.remove();
  claimAccount();
}
