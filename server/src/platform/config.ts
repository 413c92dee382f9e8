import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { addressesOf } from './database-addresses.ts';
import { androidApps, apnsKeys, fcmAccount, iosApps, organizationWithTwoHosts } from './native-apps.ts';
import { newPushKey, publicPushKey } from './push-key.ts';

const on = z.enum(['on', 'off']).transform((value) => value === 'on');
const url = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });
/** A service that gets our keys' signatures: https, or a stand-in on this machine. */
const secureOrigin = z.string().transform((value, context) => {
  const { protocol, hostname, origin } = URL.canParse(value)
    ? new URL(value)
    : { protocol: '', hostname: '', origin: '' };
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return origin;
  context.addIssue({ code: 'custom', message: 'must be an address that begins with https://' });
  return z.NEVER;
});

const databaseUrl = z
  .string()
  .refine(
    (value) => addressesOf(value).every((address) => url('postgres:', 'postgresql:').safeParse(address).success),
    {
      message:
        'must be a URL that begins with postgres:// or postgresql://; it may name several hosts, as in a:5432,b:5432',
    },
  )
  .refine((value) => !/[?&]target_session_attrs=(?!(read-write|primary|any)(&|$))/.test(value), {
    message: 'may say target_session_attrs=read-write, primary or any, and nothing else',
  })
  .optional();

type Setting = { schema: z.ZodType; fallback?: string; doc: string; secret?: true };
const setting = <S extends z.ZodType>(schema: S, doc: string, fallback?: string) => ({ schema, doc, fallback });

/**
 * Every setting of the server. docs/configuration.md is generated from this table; nothing else reads the environment.
 */
export const settings = {
  NODE_ENV: setting(
    z.enum(['production', 'development', 'test']),
    'What the server runs for. `production` leaves out the checks of its own answers.',
    'production',
  ),
  PORT: setting(z.coerce.number().int().min(0).max(65535), 'The port to listen on; 0 takes any free one.', '3000'),
  HOST: setting(z.string().min(1), 'The address to listen on.', '127.0.0.1'),
  PUBLIC_URL: setting(
    url('http:', 'https:').optional(),
    'The address people use, as it stands in mails and links. By default `http://HOST:PORT`.',
  ),
  TRUST_PROXY: setting(
    z.coerce.number().int().min(0).max(10),
    "How many proxies stand before the server, whose `X-Forwarded-For` is believed for a caller's address.",
    '0',
  ),
  DATA_DIR: setting(z.string().min(1), 'Where the embedded database, files and keys are kept.', '.data'),
  S3_URL: setting(
    url('http:', 'https:').optional(),
    'A bucket for uploaded files and exports, as `https://HOST/BUCKET`, so that every node reads what another wrote. Without it they are kept under `DATA_DIR`.',
  ),
  S3_REGION: setting(z.string().min(1), "The bucket's region.", 'auto'),
  S3_ACCESS_KEY_ID: setting(z.string().min(1).optional(), 'The access key of the bucket.'),
  S3_SECRET_ACCESS_KEY: setting(z.string().min(1).optional(), "The access key's secret."),
  DATABASE_URL: setting(
    databaseUrl,
    'An external PostgreSQL, 15 or later, with the role `spotter_tenant` (docs/run.md). It may name several hosts, and `target_session_attrs=read-write` (or `primary`) takes the one that can be written to. Without it the server runs its own under `DATA_DIR` and fills it with a sample gym.',
  ),
  DATABASE_DIRECT_URL: setting(
    databaseUrl,
    'The same database past the connection pooler that `DATABASE_URL` leads through (docs/cluster.md): for notices, jobs, migrations and probes. By default `DATABASE_URL`.',
  ),
  DATABASE_REPLICA_URL: setting(
    databaseUrl,
    'Standbys of the database, one or several hosts (docs/cluster.md). Session lists, the calendar, searches and analytics are read there, as new as what the member has seen. By default everything is read from `DATABASE_URL`.',
  ),
  DATABASE_POOL: setting(
    z.coerce.number().int().min(2).max(200),
    'The most database connections for requests of one process. Its jobs and live updates have up to 16 of their own (docs/cluster.md).',
    '10',
  ),
  DRAIN_SECONDS: setting(
    z.coerce.number().int().min(0).max(600),
    'How long a process that is told to stop goes on serving while `/readyz` says that it is not ready: longer than the balancer takes to notice.',
    '0',
  ),
  STOP_SECONDS: setting(
    z.coerce.number().int().min(1).max(660),
    'How long a process that stops waits for running calls after the drain. A call may take 60 s, an archive 11 minutes; what is left then is cut off. The process is gone five seconds later.',
    '5',
  ),
  ROLES: setting(
    z.enum(['web,worker', 'web', 'worker']),
    'What this process does: answer requests, run jobs, or both.',
    'web,worker',
  ),
  SMTP_URL: setting(
    url('smtp:', 'smtps:').optional(),
    'The mail server. Without it mails are kept in the database. `/dev/mail` shows them while only this machine can reach the server: `HOST` and `PUBLIC_URL` are loopback addresses, and `TRUST_PROXY` is 0.',
  ),
  MAIL_REQUIRED: setting(
    on,
    'Whether the server refuses to start when others can reach it and `SMTP_URL` is missing. `off` runs it without mail: nobody can verify an email or reset a password.',
    'on',
  ),
  MAIL_FROM: setting(z.string().min(3), 'The sender of all mails.', 'Spotter <no-reply@spotter.example>'),
  OPERATOR_EMAIL: setting(
    z.email().optional(),
    'Who gets a mail when a visitor nominates a gym. By default every super admin.',
  ),
  SECURITY_CONTACT: setting(
    z
      .union([z.email(), url('https:')])
      .transform((contact) => (contact.startsWith('https:') ? contact : `mailto:${contact}`))
      .optional(),
    'Where people report a security fault: an email address or an `https` page. `/.well-known/security.txt` names it.',
  ),
  METRICS_TOKEN: setting(
    z.string().min(16).optional(),
    'The bearer token for `/metrics`, at least 16 characters. Without it the page is closed.',
  ),
  GOOGLE_CLIENT_ID: setting(z.string().min(1).optional(), 'Turns on signing in with Google.'),
  GOOGLE_CLIENT_SECRET: setting(z.string().min(1).optional(), "Google's secret for the client id."),
  GOOGLE_ISSUER: setting(
    url('http:', 'https:'),
    'The OpenID issuer that stands for Google.',
    'https://accounts.google.com',
  ),
  GOOGLE_APP_IDS: setting(
    z
      .string()
      .optional()
      .transform((ids = '') => ids.split(',').flatMap((id) => id.trim() || [])),
    "The apps' own client ids at Google, separated by commas.",
  ),
  APPLE_CLIENT_ID: setting(z.string().min(1).optional(), 'Turns on signing in with Apple.'),
  APPLE_ISSUER: setting(
    url('http:', 'https:'),
    'The OpenID issuer that stands for Apple.',
    'https://appleid.apple.com',
  ),
  DEMO_LIMIT: setting(
    z.coerce.number().int().min(0).max(100_000),
    'How many demos may run at a time, of all visitors together; 0 turns them off.',
    '200',
  ),
  DEMO_STOCK: setting(
    z.coerce.number().int().min(0).max(1000),
    'How many sandboxes are kept ready for visitors, so that as many demos at once open within seconds; 0: each is made when it starts. They are made anew every 45 minutes, one after the other, with pauses.',
    '50',
  ),
  TOKEN_SECRET: setting(
    z.string().min(32).optional(),
    'Signs access tokens, at least 32 characters; the same on every process. Without it one is made and kept under `DATA_DIR`.',
  ),
  PUSH_KEY: setting(
    z
      .string()
      .refine(
        (key) => /^[\w-]{43}$/.test(key) && publicPushKey(key) !== null,
        'must be a P-256 private key in base64url',
      )
      .optional(),
    'Signs pushes: a P-256 private key, 32 bytes in base64url; the same on every process. Without it one is made and kept under `DATA_DIR`. Browsers that subscribed under another key get no more pushes.',
  ),
  PUSH_HOSTS: setting(
    z
      .string()
      .transform((hosts) => hosts.split(',').map((host) => host.trim()))
      .refine((hosts) => hosts.every(isPushHost), 'must be host names, or loopback origins for tests'),
    'The hosts that pushes may be sent to, always by https. A whole origin such as `http://127.0.0.1:4000` stands in for one and must be a loopback address.',
    'fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com',
  ),
  IOS_APPS: setting(
    iosApps,
    "The iOS apps, separated by commas, each as team id and bundle id: `A1B2C3D4E5.app.spotter`. They may sign in with Apple, get pushes and open links. With `@host` at its end, as in `A1B2C3D4E5.com.ironharbour@app.ironharbour.example`, an app opens the links of that host; the others open those of all other hosts. A gym's own app names its organization too, `@app.ironharbour.example#0198f2aa-…`: links to its members then begin with that host.",
  ),
  ANDROID_APPS: setting(
    androidApps,
    "The Android apps, separated by commas, each as package and SHA-256 fingerprint of its signing certificate: `app.spotter=AB:CD:…`. `@host` and `@host#ORGANIZATION` as in `IOS_APPS`. An app with two certificates (Google's and one's own) is listed twice.",
  ),
  APNS_KEYS: setting(
    apnsKeys,
    "Turns on pushes to iPhones: each team's key for Apple's push service as `TEAMID:KEYID:KEY`, separated by commas. `KEY` is what stands between the first and last line of the .p8 file, without line breaks.",
  ),
  APNS_ORIGIN: setting(
    secureOrigin,
    "Apple's push service. Apps run from Xcode get their pushes through `https://api.sandbox.push.apple.com`.",
    'https://api.push.apple.com',
  ),
  FCM_ACCOUNT: setting(
    fcmAccount,
    "Turns on pushes to Android phones: the JSON of a Firebase service account's key file.",
  ),
  FCM_ORIGIN: setting(secureOrigin, 'Firebase Cloud Messaging.', 'https://fcm.googleapis.com'),
  RATE_LIMITS: setting(
    on,
    '`off` for load tests. Refused in production unless only this machine can reach the server.',
    'on',
  ),
  SIGN_IN_DAYS: setting(
    z.coerce.number().int().min(1).max(3650),
    'How many days a sign-in lasts at most, however often it is used. One that is not used ends after 30 days.',
    '90',
  ),
  SAMPLE_DATA: setting(on, 'Whether an embedded database that is still empty is filled with the sample gym.', 'on'),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'How much is logged.',
    'info',
  ),
} satisfies Record<string, Setting>;

type Values = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> };
export type Config = Omit<Values, 'TOKEN_SECRET' | 'PUBLIC_URL' | 'PUSH_KEY'> & {
  TOKEN_SECRET: string;
  PUSH_KEY: string;
  PUSH_PUBLIC_KEY: string;
  PUBLIC_URL: string;
  /** Only this machine can reach the server: no public address, and no proxy that has one. */
  isLocal: boolean;
};

export class ConfigError extends Error {}

/** Whether a host name, as in a URL or a bind address, means this machine. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (!ipaddr.isValid(address)) return host.toLowerCase() === 'localhost';
  return ipaddr.process(address).range() === 'loopback';
}

function isPushHost(host: string): boolean {
  if (URL.canParse(host)) return new URL(host).origin === host && isLoopback(new URL(host).hostname);
  return /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host);
}

/** Reads the settings from an environment, or throws with one sentence per invalid setting. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const values: Record<string, unknown> = {};
  const wrong: string[] = [];
  for (const [name, { schema, fallback }] of Object.entries<Setting>(settings)) {
    const given = env[name] === '' ? undefined : env[name];
    const parsed = schema.safeParse(given ?? fallback);
    if (parsed.success) values[name] = parsed.data;
    else wrong.push(`${name} is ${given === undefined ? 'missing' : 'not right'}: ${parsed.error.issues[0]?.message}.`);
  }
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));

  const config = values as Values;
  const publicUrl = (config.PUBLIC_URL ?? defaultUrl(config)).replace(/\/$/, '');
  const isLocal = isLoopback(config.HOST) && config.TRUST_PROXY === 0 && isLoopback(new URL(publicUrl).hostname);
  if (config.DATABASE_DIRECT_URL && !config.DATABASE_URL)
    throw new ConfigError('DATABASE_DIRECT_URL is the same database as DATABASE_URL past its pooler; set both.');
  if (config.DATABASE_REPLICA_URL && !config.DATABASE_URL)
    throw new ConfigError('DATABASE_REPLICA_URL names standbys of the database of DATABASE_URL; set both.');
  if (!config.RATE_LIMITS && config.NODE_ENV === 'production' && !isLocal)
    throw new ConfigError('RATE_LIMITS=off is for load tests on a loopback address; in production they stay on.');
  if (config.PUSH_HOSTS.some((host) => URL.canParse(host)) && config.NODE_ENV === 'production' && !isLocal)
    throw new ConfigError('PUSH_HOSTS names a loopback address, which is for tests; others can reach this server.');
  if (config.MAIL_REQUIRED && !config.SMTP_URL && !isLocal)
    throw new ConfigError(
      'SMTP_URL is missing: others can reach this server (see HOST, PUBLIC_URL and TRUST_PROXY), and without a mail ' +
        'server nobody can verify an email or reset a password. Set SMTP_URL, or MAIL_REQUIRED=off to run without mail.',
    );
  if (config.S3_URL && !(config.S3_ACCESS_KEY_ID && config.S3_SECRET_ACCESS_KEY))
    throw new ConfigError('S3_URL is set: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed too.');
  if (config.S3_URL && new URL(config.S3_URL).pathname === '/')
    throw new ConfigError('S3_URL names no bucket: it must look like https://HOST/BUCKET.');
  const torn = organizationWithTwoHosts(config);
  if (torn)
    throw new ConfigError(`IOS_APPS and ANDROID_APPS name two hosts for the organization ${torn}; links have one.`);
  const dataDir = resolve(config.DATA_DIR);
  const pushKey = config.PUSH_KEY ?? keptSecret(dataDir, 'push-key', newPushKey);
  return {
    ...config,
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl,
    TOKEN_SECRET:
      config.TOKEN_SECRET ?? keptSecret(dataDir, 'token-secret', () => randomBytes(48).toString('base64url')),
    PUSH_KEY: pushKey,
    PUSH_PUBLIC_KEY: publicPushKey(pushKey) ?? '',
    isLocal,
  };
}

const defaultUrl = ({ HOST, PORT }: Values) => `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;

/** A secret created once for this installation, readable by its owner only. */
function keptSecret(dataDir: string, name: string, make: () => string): string {
  const file = resolve(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    // When two processes start together, the first one creates the file and the other reads it.
    try {
      writeFileSync(file, make(), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}

/** The page docs/configuration.md, from the table above. */
export function configurationPage(): string {
  const rows = Object.entries<Setting>(settings).map(
    ([name, { doc, fallback }]) => `| \`${name}\` | ${fallback === undefined ? '' : `\`${fallback}\``} | ${doc} |`,
  );
  return [
    '# Configuration',
    '',
    'Settings are environment variables. They are declared in `server/src/platform/config.ts` and checked at start;',
    'this page is made from there by `npm run generate`.',
    '',
    '| variable | default | what it does |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
