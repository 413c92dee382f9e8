import type { ThemeConfig } from '../../contract/src/theme/theme.ts';
import { OrganizationTheme } from '../../contract/src/theme/theme-calls.ts';
import { defaultTheme } from '../../contract/src/theme/theme-default.ts';

/** What makes a native app Spotter's own, or a gym's. */
export type Brand = {
  /** The bundle id on iOS, the package on Android. */
  appId: string;
  appName: string;
  /** The server's origin, and the host whose links the app opens. */
  server: string;
  host: string;
  organization: string | null;
  /** The iOS app's client id at Google. */
  googleClientId: string | null;
  colors: ThemeConfig['colors'];
  /** The gym's own picture; null: its initials. */
  picture: Uint8Array | null;
};

export type Wishes = {
  organization?: string | undefined;
  server?: string | undefined;
  'app-id'?: string | undefined;
  host?: string | undefined;
  'google-client-id'?: string | undefined;
};

const OWN_ID = 'app.spotter';
/** Stands for the real server in the files of the repository. */
const SAMPLE_SERVER = 'https://spotter.example';

const APP_ID = /^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/;
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/;

/** The brand that the command asks for. A gym's look is what its server shows to everybody. */
export async function brandFor(wishes: Wishes, ask: typeof fetch = fetch): Promise<Brand> {
  const server = originOf(wishes.server ?? SAMPLE_SERVER);
  const look = wishes.organization ? await lookOf(server, wishes.organization, ask) : ownLook;
  const brand: Brand = {
    ...look,
    appId: wishes['app-id'] ?? look.appId,
    server,
    host: wishes.host ?? new URL(server).hostname,
    googleClientId: wishes['google-client-id'] ?? null,
  };
  if (!APP_ID.test(brand.appId))
    throw new Error(`${brand.appId} is no app id. Use letters, digits and dots, such as com.yourgym.app.`);
  if (!HOST.test(brand.host)) throw new Error(`${brand.host} is no host name.`);
  return brand;
}

function originOf(address: string): string {
  if (!URL.canParse(address)) throw new Error(`${address} is no address. Give one such as https://app.yourgym.com.`);
  const { protocol, hostname, origin } = new URL(address);
  const isOwnMachine = hostname === 'localhost' || hostname === '127.0.0.1';
  if (protocol !== 'https:' && !(protocol === 'http:' && isOwnMachine))
    throw new Error(`${address} must begin with https://. Only a server on this machine may do without.`);
  return origin;
}

type Look = Pick<Brand, 'appId' | 'appName' | 'organization' | 'colors' | 'picture'>;

const ownLook: Look = {
  appId: OWN_ID,
  appName: 'Spotter',
  organization: null,
  colors: defaultTheme.colors,
  picture: null,
};

async function lookOf(server: string, id: string, ask: typeof fetch): Promise<Look> {
  const answer = await ask(`${server}/api/v1/organizations/${encodeURIComponent(id)}/theme/`);
  if (!answer.ok) throw new Error(`${server} knows no organization ${id} (it answered ${answer.status}).`);
  const { organization_id, organization_name, theme } = OrganizationTheme.parse(await answer.json());
  const { favicon, logo } = theme.assets;
  const address = favicon.url ?? logo.url;
  const picture = address ? await ask(new URL(address, server)) : null;
  return {
    appId: `${OWN_ID}.${wordOf(organization_name)}`,
    appName: organization_name,
    organization: organization_id,
    colors: theme.colors,
    picture: picture?.ok ? new Uint8Array(await picture.arrayBuffer()) : null,
  };
}

/** A name as one word of an app id. */
function wordOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 40);
  return /^[a-z]/.test(letters) ? letters : `gym${letters}`;
}
