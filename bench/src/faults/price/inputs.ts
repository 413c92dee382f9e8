import { type Endpoint, endpoints } from '@spotter/contract';
import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import { largestBodyOf } from '@spotter/contract/api/call-rules.ts';
import { newId } from '@spotter/server/platform/ids.ts';
import { hostileFiles, manyParts } from '@spotter/server/testing/hostile/hostile-files.ts';
import {
  amongManyKeys,
  besideDeepLists,
  fieldsOf,
  hostileInput,
  takesText,
  textKinds,
} from '@spotter/server/testing/hostile/hostile-input.ts';
import type { Account, Crowd } from '../crowded-world.ts';
import { bearer, type FaultCall } from '../send.ts';

type Schema = NonNullable<Endpoint['body']>;

/** One input of one call. It is made when it is sent, and anew for each repetition. */
export type Attempt = { call: string; input: string; make(): FaultCall | null };

/** What an id in a path stands for, by where it stands; the first that fits. */
const kindByPath: [RegExp, string][] = [
  [/^\/organizations\//, 'organization'],
  [/^\/gyms\/invite-codes\//, 'inviteCode'],
  [/^\/gyms\//, 'gym'],
  [/^\/sessions\//, 'session'],
  [/^\/conversations\//, 'group'],
  [/^\/friends\/suggestions\//, 'member'],
  [/^\/friends\//, 'friendRequest'],
  [/^\/notifications\//, 'notification'],
  [/^\/admin\/reports\//, 'report'],
  [/\/announcements\//, 'announcement'],
  [/^\/(admin\/users|users|analytics\/at-risk|super-admin\/users|reports)\//, 'member'],
];
const kindByName: Record<string, string> = {
  gym: 'gym',
  gym_id: 'gym',
  gym_ids: 'gym',
  new_gym_id: 'gym',
  default_gym_id: 'gym',
  managed_gym_ids: 'gym',
  organization_id: 'organization',
  user_id: 'member',
  user_ids: 'member',
  ids: 'member',
  receiver_id: 'member',
  friend_request_ids: 'member',
  host: 'member',
  overrideId: 'override',
  override_id: 'override',
  session_id: 'session',
  conversation_id: 'group',
  messageId: 'message',
  reply_to_id: 'message',
  proposalId: 'proposal',
  themeId: 'theme',
  theme_id: 'theme',
  noteId: 'note',
  hoursId: 'hours',
  userId: 'member',
  invited_user_ids: 'member',
};
/** Fields that say what happens, chosen so that the callers stay who they are and the call reaches its work. */
const given: Record<string, Record<string, unknown>> = {
  changeUsers: { action: 'activate' },
  refresh: { refresh: 'a'.repeat(2048) },
  setUserRole: { role: 'regular_user' },
  createSession: { repeat_rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU' },
  updateSession: { repeat_rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU' },
  register: { invite_type: 'org' },
  registerWithInvite: { invite_type: 'org' },
};
/** Fields that would end a call early: what somebody else changed meanwhile, and what only others may set. */
const without = [
  'version',
  'versions',
  'assets',
  'is_active',
  'white_label_enabled',
  'invite_type',
  'mapping',
  'cursor',
];
/** They take away what other calls need, so they come last. */
const isRemoval = (name: string, { method }: Endpoint) =>
  method === 'DELETE' || /^(delete|remove|leave|cancel|undo|logout|close|block|setUser)/.test(name);

/** Tomorrow, because nobody plans for the past. */
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const moments = { from: inHours(24), to: inHours(26) };
const year = { from: '2025-12-01', to: '2026-11-30' };

/** The first input of every call, then the second of every call: when time runs out, each call has had its turn. */
export function attemptsOn(crowd: Crowd): Attempt[] {
  const entries = Object.entries<Endpoint>(endpoints).filter(([name]) => name !== 'deleteOrganization');
  const first = entries.filter(([name, entry]) => !isRemoval(name, entry));
  // What is inside something goes before it.
  const last = entries
    .filter(([name, entry]) => isRemoval(name, entry))
    .toSorted(([, one], [, other]) => other.path.split('/').length - one.path.split('/').length);
  const ofEach = (some: typeof entries) => some.map(([name, entry]) => attemptsAt(crowd, name, entry));
  return [...inTurn([...ofEach(first), ...pagesOf(crowd)]), ...inTurn(ofEach(last))];
}

function inTurn<T>(lists: readonly T[][]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat();
}

let turn = 0;
/** Uploads of members take turns, because their limits are each member's own. The first one hosts the session. */
function callerFor({ members, gymAdmins, orgAdmin, superAdmin }: Crowd, { access, accepts }: Endpoint): Account | null {
  if (access === 'public') return null;
  if (access === 'gym_admin') return gymAdmins[0] ?? null;
  if (access === 'org_admin') return orgAdmin;
  if (access === 'super_admin') return superAdmin;
  if (accepts) turn += 1;
  return members[accepts ? turn % members.length : 0] ?? null;
}

function attemptsAt(crowd: Crowd, call: string, entry: Endpoint): Attempt[] {
  const { params, query, body, accepts, method, path } = entry;
  const pathKind = kindByPath.find(([pattern]) => pattern.test(path))?.[1] ?? '';
  let next = 0;
  const ids = (name: string, howMany: number): string[] => {
    const kind = name === 'id' ? pathKind : (kindByName[name] ?? '');
    const found = crowd.things[pathKind === 'group' && kind === 'member' ? 'groupMember' : kind] ?? [];
    if (howMany > 1) return found.slice(0, howMany);
    // In a list of records each has another one.
    if (name === 'user_id') next += 1;
    return found.length > 0 ? [found[next % found.length] ?? ''] : [];
  };
  const { things } = crowd;
  const code = /platform-invite/.test(path) ? things.shareCode?.[0] : things.inviteText?.[0];
  const takesCode = method === 'GET' || /validate|redeem|join/.test(path);
  const known = {
    ...{ feed_token: things.feed?.[0], token: things.shareToken?.[0], share_token: things.shareToken?.[0] },
    ...{
      referrer_code: things.shareCode?.[0],
      ...(takesCode && { code }),
      invite_code: things.inviteText?.[0],
      emoji: '💪',
    },
  };
  const choice = { ids, without, moments, given: { ...known, ...given[call] } };
  const filled = (schema: Schema | undefined, more: object): object | undefined =>
    schema ? (hostileInput(schema, { kind: 'one word', ...choice, ...more }) as object) : undefined;
  const asked = (parts: { query?: object; body?: string | Buffer; type?: string; tail?: string }): FaultCall => {
    const caller = callerFor(crowd, entry);
    const address = addressOf(path, { params: filled(params, {}) ?? {}, query: parts.query ?? {} });
    return {
      method,
      path: `${API_ROOT}${address}${parts.tail ?? ''}`,
      headers: {
        'accept-encoding': 'br',
        ...(caller && bearer(caller.token)),
        ...(parts.body && { 'content-type': parts.type ?? 'application/json' }),
      },
      ...(parts.body && { body: parts.body }),
    };
  };
  const attempt = (input: string, make: () => FaultCall | null): Attempt => ({ call, input, make });

  if (accepts) return fileAttempts(entry, { attempt, asked, filled });
  if (body) {
    const most = largestBodyOf(entry);
    const kinds = takesText(body) ? Object.keys(textKinds) : ['one word', 'percent'];
    const around = filled(query, { only: [] });
    return [
      ...kinds.map((kind, at) =>
        attempt(kind, () => {
          const made = filled(body, { kind, turn: at });
          const text = made && JSON.stringify(made);
          return text && Buffer.byteLength(text) <= most ? asked({ query: around ?? {}, body: text }) : null;
        }),
      ),
      attempt('many keys', () => asked({ body: amongManyKeys(filled(body, {}) ?? {}, most) })),
      attempt('deep lists', () => asked({ body: besideDeepLists(filled(body, {}) ?? {}, most) })),
    ];
  }
  if (!query) return [attempt('', () => asked({}))];
  // Here the widest span is wanted, not tomorrow's.
  const queryOf = (more: object) => () => asked({ query: filled(query, { moments: undefined, ...more }) ?? {} });
  const fields = fieldsOf(query);
  const paged = fields.filter((name) => name === 'page_size');
  const texts = fields.filter((name) => takesText(query.shape[name] as Schema));
  const rest = fields.filter((name) => !texts.includes(name) && !/^(page|page_size|from|to|cursor)$/.test(name));
  return [
    attempt('largest page', queryOf({ only: paged })),
    ...texts.flatMap((name) =>
      Object.keys(textKinds).map((kind) => attempt(`${name}: ${kind}`, queryOf({ kind, only: [name, ...paged] }))),
    ),
    ...rest.map((name) => attempt(`only ${name}`, queryOf({ only: [name, ...paged] }))),
    ...(fields.includes('from')
      ? [
          attempt('a century', queryOf({ only: ['from', 'to', ...paged] })),
          attempt('a year', queryOf({ only: ['from', 'to', ...paged], range: year })),
        ]
      : []),
    ...(fields.includes('page')
      ? [attempt('last page', queryOf({ only: ['page', ...paged], given: { ...choice.given, page: 100_000 } }))]
      : []),
    attempt('everything', queryOf({ turn: 0 })),
    attempt('everything, otherwise', queryOf({ turn: 1, kind: 'percent' })),
    attempt('2,000 unknown fields', () =>
      asked({
        query: filled(query, { only: paged }) ?? {},
        tail: `${paged.length ? '&' : '?'}${'x=1&'.repeat(2_000)}`,
      }),
    ),
  ];
}

type Making = {
  attempt(input: string, make: () => FaultCall | null): Attempt;
  asked(parts: { body: Buffer; type: string }): FaultCall;
  filled(schema: Schema | undefined, more: object): object | undefined;
};

function fileAttempts(entry: Endpoint, { attempt, asked, filled }: Making): Attempt[] {
  const most = largestBodyOf(entry);
  if (entry.accepts === 'application/zip')
    return hostileFiles.map(({ name, make }) => attempt(name, () => asked({ body: make(), type: 'application/zip' })));
  const boundary = 'a-boundary-of-the-drill';
  const type = `multipart/form-data; boundary=${boundary}`;
  const form = (file: Buffer, kindTurn: number): FaultCall | null => {
    const tiny = new File(['x'], 'a.png');
    const fields = filled(entry.body, {
      turn: kindTurn,
      given: { file: tiny, id: newId(), client_nonce: newId(), send_setup: false, source: 'other' },
    });
    if (!fields) return null;
    const parts = Object.entries(fields)
      .filter(([, value]) => !(value instanceof File))
      .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    const head = `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    return body.length <= most ? asked({ body, type }) : null;
  };
  return [
    ...hostileFiles.flatMap(({ name, make }) =>
      // A table may be one of members or of sessions.
      (name.startsWith('csv') ? [0, 1] : [0]).map((kindTurn) =>
        attempt(kindTurn ? `${name}, other kind` : name, () => form(make(), kindTurn)),
      ),
    ),
    attempt('10,000 parts', () => asked({ body: manyParts(boundary), type })),
    attempt('nothing but line ends', () => asked({ body: Buffer.alloc(most, '\r\n'), type })),
    attempt('nothing but boundaries', () => asked({ body: Buffer.alloc(most, `--${boundary}\r\n`), type })),
  ];
}

/** Pages beside the API, as a visitor or a link preview asks for them. */
function pagesOf({ things }: Crowd): Attempt[][] {
  const code = things.inviteText?.[0];
  const organization = things.organization?.[0];
  const token = things.shareToken?.[0];
  const long = encodeURIComponent('%😀'.repeat(500));
  const pages = {
    invitePage: [
      `/i/org/${code}`,
      `/join/${code}`,
      `/invite/${things.shareCode?.[0]}`,
      `/sessions/shared/${token}`,
      `/i/org/${long}`,
    ],
    inviteCard: [
      `/i/org/${code}/card.png`,
      `/i/session/${token}/card.png`,
      `/i/friend/${things.shareCode?.[0]}/card.png`,
      '/i/card.png',
      `/i/org/${long}/card.png`,
    ],
    brand: [
      `/brand/${organization}/icon-512.png`,
      `/brand/${organization}/icon-192.png`,
      `/brand/${organization}/splash-1320x2868.png`,
      `/brand/${organization}/screenshot-wide.png`,
      `/brand/${organization}/manifest.webmanifest`,
    ],
    other: [
      '/',
      `/${long}`,
      '/api/v1/openapi.json',
      '/api/v1/docs',
      '/healthz',
      '/readyz',
      `/files/${'a'.repeat(4_000)}`,
    ],
  };
  return Object.entries(pages).map(([call, paths]) =>
    paths.map((path) => ({
      call: `page: ${call}`,
      input: path.length > 60 ? `${path.slice(0, 40)}…` : path,
      make: () => ({ method: 'GET', path, headers: { 'accept-encoding': 'br', accept: 'text/html' } }),
    })),
  );
}
