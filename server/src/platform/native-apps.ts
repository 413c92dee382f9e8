import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';

/*
 * The native apps of this installation: its own, and one for each gym that has its own. Settings name them.
 */

export type App = {
  /** The bundle id on iOS, the package on Android. */
  appId: string;
  /** The app opens links of this host; null: of every host that no app names. */
  host: string | null;
  /** The organization whose own app it is: its links use the app's host. */
  organizationId: string | null;
};
type Apps = { IOS_APPS: readonly App[]; ANDROID_APPS: readonly App[] };
export type IosApp = App & { teamId: string };
export type AndroidApp = App & { fingerprint: string };
/** A team's key at Apple's push service, as PEM. */
export type ApnsKey = { teamId: string; keyId: string; pkcs8: string };

/** A setting that lists things with commas; `read` returns null for an entry it doesn't understand. */
const listOf = <T extends object>(read: (entry: string) => T | null, rule: string) =>
  z
    .string()
    .optional()
    .transform((list = '', context): T[] => {
      const entries = list
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
      const found = entries.map(read).filter((one) => one !== null);
      if (found.length < entries.length) context.addIssue({ code: 'custom', message: rule });
      return found;
    });

const placeOf = (host: string | undefined, organizationId: string | undefined) => ({
  host: host ?? null,
  organizationId: organizationId ?? null,
});

/** Where links to an organization's members begin: at the host of its own app, which then opens them, or the server's. */
export function linkOrigin(config: Apps & { PUBLIC_URL: string }, organizationId: string | null): string {
  const own = appsOf(config).find((app) => organizationId !== null && app.organizationId === organizationId);
  return own?.host ? `https://${own.host}` : config.PUBLIC_URL;
}

/** The origin by which a request came: an app's host, or the server's. */
export function originAsked(config: Apps & { PUBLIC_URL: string }, hostname: string): string {
  return appsOf(config).some(({ host }) => host === hostname) ? `https://${hostname}` : config.PUBLIC_URL;
}

/** Phones of both kinds get the same links. */
export const organizationWithTwoHosts = (config: Apps): string | null =>
  appsOf(config).find(
    ({ organizationId, host }) =>
      organizationId !== null &&
      appsOf(config).some((other) => other.organizationId === organizationId && other.host !== host),
  )?.organizationId ?? null;

const appsOf = ({ IOS_APPS, ANDROID_APPS }: Apps) => [...IOS_APPS, ...ANDROID_APPS];

export const iosApps = listOf<IosApp>((entry) => {
  const [, teamId, appId, host, organizationId] =
    /^([A-Z0-9]{10})\.([A-Za-z][\w.-]{2,154})(?:@([a-z0-9.-]+)(?:#(\S+))?)?$/.exec(entry) ?? [];
  return teamId && appId ? { teamId, appId, ...placeOf(host, organizationId) } : null;
}, 'must list apps as TEAMID.bundle.id, TEAMID.bundle.id@host or TEAMID.bundle.id@host#ORGANIZATION');

export const androidApps = listOf<AndroidApp>((entry) => {
  const [, appId, digits, host, organizationId] =
    /^([A-Za-z][\w.]{2,154})=([0-9A-Fa-f:]+)(?:@([a-z0-9.-]+)(?:#(\S+))?)?$/.exec(entry) ?? [];
  const bytes = digits?.replaceAll(':', '').toUpperCase().match(/../g);
  return appId && bytes?.length === 32
    ? { appId, fingerprint: bytes.join(':'), ...placeOf(host, organizationId) }
    : null;
}, 'must list apps as package=SHA256, package=SHA256@host or package=SHA256@host#ORGANIZATION');

export const apnsKeys = listOf<ApnsKey>((entry) => {
  const [, teamId, keyId, body] = /^([A-Z0-9]{10}):([A-Z0-9]{10}):([A-Za-z0-9+/=]+)$/.exec(entry) ?? [];
  const pkcs8 = `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`;
  return teamId && keyId && isKey(pkcs8, 'ec') ? { teamId, keyId, pkcs8 } : null;
}, 'must list keys as TEAMID:KEYID:KEY, where KEY is the text between the first and last line of the .p8 file');

export const fcmAccount = z
  .string()
  .optional()
  .transform((json, context) => {
    if (json === undefined) return undefined;
    const account = FcmAccount.safeParse(parsed(json));
    if (account.success) return account.data;
    context.addIssue({ code: 'custom', message: "must be the JSON of a service account's key file" });
    return z.NEVER;
  });

const FcmAccount = z.object({
  project_id: z.string().regex(/^[\w:.-]{1,100}$/),
  client_email: z.string().min(3),
  private_key: z.string().refine((pem) => isKey(pem, 'rsa')),
  token_uri: z.url({ protocol: /^https?$/ }),
});
export type FcmAccount = z.output<typeof FcmAccount>;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function isKey(pem: string, type: 'ec' | 'rsa'): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === type;
  } catch {
    return false;
  }
}
