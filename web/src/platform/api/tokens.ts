import { isRecord, safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedJson, storedText } from '#platform/storage/stored-value.ts';

export type Tokens = { access: string; refresh: string | null };

/** The organization a super admin is emulating, stored with the role they really have. */
export type Emulation = {
  organization_id: string;
  organization_name: string;
  original_role: string;
  /** When the visit ends by itself. */
  expires_at?: string | null;
};

/** `own` is the super admin's own sign-in, which continues after leaving the organization. */
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

/** The account of the stored tokens: a member, or a super admin in an organization. Null without readable tokens. */
export function readAccount(): string | null {
  const userId = readUserId();
  return userId && `${userId}/${readEmulation()?.organization_id ?? ''}`;
}

/**
 * All tabs share one storage, and another tab may switch accounts at any time. This is the account this tab was
 * rendered for; null when signed out.
 */
let tabAccount: string | null = readAccount();

/** From now on the tab represents the stored account. */
export function claimAccount() {
  tabAccount = readAccount();
}

/** Another tab switched accounts, so this tab must not act for the new one. */
export function isOtherAccount(): boolean {
  const stored = readAccount();
  return tabAccount !== null && stored !== null && stored !== tabAccount;
}

/**
 * Whether this tab may use the stored tokens. A tab that was rendered signed out has none, whatever another tab stores.
 */
function isOwn(): boolean {
  const stored = readAccount();
  return stored === null || stored === tabAccount;
}

export const readOwnTokens = (): Tokens | null => (isOwn() ? readTokens() : null);
export const readOwnRefreshToken = (): string | null => (isOwn() ? readRefreshToken() : null);

/** A refresh token without an access token is enough to restore the sign-in. */
export const readRefreshToken = (): string | null => text(readAuth().refresh_token) ?? refreshToken.read();

/** The token that ends the sign-in for good: while emulating, the refresh token of the super admin's own sign-in. */
export const readRefreshTokenToEnd = (): string | null =>
  isOwn() ? (readRefreshToken() ?? text(readAuth().own?.refresh)) : null;

/** The account named by an access token. Only the server can verify it. */
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

/** After a refresh: the same sign-in continues. */
export function storeTokens({ access, refresh }: Tokens) {
  writeAuth({ ...readAuth(), access_token: access, refresh_token: refresh ?? undefined });
}

/** A new sign-in: clears everything of an earlier one. */
export function storeSignIn({ access, refresh }: Tokens) {
  writeAuth({ access_token: access, refresh_token: refresh ?? undefined });
}

/** Emulation has an access token and no refresh token, so it expires. */
export function storeEmulation(access: string, emulation: Emulation) {
  writeAuth({ access_token: access, emulation, own: readTokens() ?? undefined });
}

/** Returns to the super admin's own sign-in, if there is one. */
export function endEmulation() {
  const own = readAuth().own;
  if (isRecord(own) && text(own.access)) storeSignIn(own);
  else clearTokens();
}

export function readEmulation(): Emulation | null {
  const emulation = readAuth().emulation;
  return isRecord(emulation) && typeof emulation.organization_name === 'string' ? emulation : null;
}

/** Ends the sign-in. An expired emulation returns to the super admin's own sign-in. */
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
