import { hostileTables } from '@spotter/server/testing/hostile/hostile-files.ts';
import { textKinds } from '@spotter/server/testing/hostile/hostile-input.ts';
import { hostilePictures } from '@spotter/server/testing/hostile/hostile-pictures.ts';
import type { Account, Crowd } from './crowded-world.ts';
import { bearer, type FaultCall } from './send.ts';

/** A call of a bad neighbor, made anew each time. */
export type BadCall = () => FaultCall;

const long = (length: number) => (textKinds.emoji ?? '').repeat(length).slice(0, length).toWellFormed();
const words = ['%25%25%25', 'a', 'e%20o%20a', '%F0%9F%92%AA', 'number', '_____', 'session%201'];
let turn = 0;
const nextWord = () => words[turn++ % words.length];
const boundary = 'a-boundary-of-the-drill';

/** Made once: what a neighbor sends costs the neighbor little. */
const kept = new Map<string, Buffer>();
const file = (table: Record<string, () => Buffer>, name: string): Buffer => {
  const made = kept.get(name) ?? table[name]?.() ?? Buffer.alloc(0);
  kept.set(name, made);
  return made;
};
const pictures = [
  'png 2500² 16 bit interlaced, turned',
  'webp 5000²',
  'jpeg 5000² in 90 scans',
  'png 4800², 100 MB interlaced',
];
const tables = ['csv of 90 KB of empty lines', 'csv of 5,000 rows with five errors each', 'csv of 5,000 members'];

function callsOf(token: string | null) {
  const headers = token ? bearer(token) : {};
  const get = (path: string): FaultCall => ({
    method: 'GET',
    path: `/api/v1${path}`,
    headers: { ...headers, 'accept-encoding': 'br' },
  });
  const post = (path: string, body: object, method = 'POST'): FaultCall => ({
    method,
    path: `/api/v1${path}`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const form = (method: string, path: string, fields: Record<string, string | Buffer>): FaultCall => ({
    method,
    path: `/api/v1${path}`,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      ...Object.entries(fields).flatMap(([name, value]) => [
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${typeof value === 'string' ? '' : '; filename="a"'}\r\n\r\n`,
        ),
        Buffer.from(value),
        Buffer.from('\r\n'),
      ]),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
  });
  return { get, post, form };
}

/** What any member may do. */
export function callsOfMember({ things }: Crowd, { token }: Account): BadCall[] {
  const { get, post, form } = callsOf(token);
  const [group, session] = [things.group?.[0], things.session?.[0]];
  const someone = () => things.member?.[turn++ % things.member.length];
  const picture = () => file(hostilePictures, pictures[turn++ % pictures.length] ?? '');
  return [
    () => get(`/sessions/?text=${nextWord()}&page_size=100&from=2000-01-01T00:00:00Z`),
    () => get('/sessions/?page_size=100&from=2000-01-01T00:00:00Z&to=2100-01-01T00:00:00Z'),
    () => get(`/friends/search/?q=${nextWord()}&page_size=100`),
    () => get(`/conversations/search/?q=${nextWord()}&page_size=100`),
    () => get(`/conversations/?q=${nextWord()}&page_size=100`),
    () => get(`/conversations/${group}/messages/?page_size=100`),
    () => get(`/conversations/${group}/train-together/`),
    () => get('/friends/suggestions/?page_size=100'),
    () => get(`/sessions/${session}/messages/?page_size=100`),
    () => get('/users/me/export/'),
    () => get('/conversations/updates/?since=0'),
    () => get('/events/'),
    () => post(`/conversations/${group}/send_message/`, { content: long(4000), client_nonce: crypto.randomUUID() }),
    () => post(`/sessions/${session}/messages/`, { content: long(4000), client_nonce: crypto.randomUUID() }),
    () => post(`/conversations/${group}/typing/`, {}),
    () => post('/conversations/group/', { name: 'Everybody', user_ids: things.member?.slice(0, 255) }),
    () => post('/friends/', { receiver_id: someone(), message: long(300) }),
    () => form('PUT', '/users/me/avatar/', { file: picture() }),
    () => form('POST', `/conversations/${group}/photos/`, { file: picture(), client_nonce: crypto.randomUUID() }),
    () => form('PUT', `/conversations/${group}/picture/`, { file: picture() }),
  ];
}

/** What a gym admin may do besides. */
export function callsOfGymAdmin(crowd: Crowd, admin: Account): BadCall[] {
  const { things } = crowd;
  const { get, post, form } = callsOf(admin.token);
  const organization = things.organization?.[0];
  const someone = () => things.member?.[turn++ % things.member.length];
  const table = () => file(hostileTables, tables[turn++ % tables.length] ?? '');
  const wide = 'from=2025-12-01&to=2026-11-30';
  return [
    ...callsOfMember(crowd, admin),
    () => form('POST', '/admin/imports/check/', { kind: 'members', file: table(), send_setup: 'false' }),
    () => form('POST', '/admin/imports/', { kind: 'members', file: table(), send_setup: 'false' }),
    () => get(`/admin/users/?search=${nextWord()}&page_size=100`),
    () => post('/admin/users/export/', { selection: { matching: {} } }),
    () => get(`/analytics/dashboard/?${wide}`),
    () => get(`/analytics/gym-dashboard/?${wide}`),
    () => get(`/analytics/retention/?${wide}`),
    () => get('/analytics/at-risk/?page_size=100'),
    () => get(`/gyms/invite-codes/${things.inviteCode?.[0]}/poster/?size=a4`),
    () => post('/gyms/invite-codes/generate_codes/', { count: 100, label: 'many' }),
    () => post('/admin/announcements/', { title: 'To everybody', body: long(3900), gym_id: things.gym?.[0] }),
    () => post(`/admin/users/${someone()}/reset_password/`, {}),
    () =>
      post('/admin/users/', {
        email: `${crypto.randomUUID()}@drill.example`,
        first_name: 'New',
        last_name: 'Member',
        gym_ids: things.gym?.slice(0, 1),
      }),
    () => post('/admin/users/bulk/', { action: 'activate', selection: { matching: {} } }),
    () => post(`/organizations/${organization}/operating-hours/preview/`, { gym_ids: things.gym, hours: [] }),
    () => post(`/admin/users/${someone()}/notes/`, { text: long(2000) }),
  ];
}

/** What anybody may do. */
export function callsOfVisitor({ things }: Crowd): BadCall[] {
  const { get, post } = callsOf(null);
  const page = (path: string): FaultCall => ({
    method: 'GET',
    path,
    headers: { accept: 'text/html', 'accept-encoding': 'br' },
  });
  const code = things.inviteText?.[0];
  const made = () => crypto.randomUUID();
  const password = 'a password that nobody has';
  return [
    () => page(`/i/org/${code}/card.png`),
    () => page(`/i/session/${things.shareToken?.[0]}/card.png`),
    () => page(`/i/org/${made()}/card.png`),
    () => page(`/i/org/${code}`),
    () => page(`/join/${made()}`),
    () => page(`/brand/${things.organization?.[0]}/icon-512.png`),
    () => page(`/brand/${made()}/icon-512.png`),
    () => page('/'),
    () => page('/api/v1/openapi.json'),
    () => post('/auth/login/', { email: `${made()}@drill.example`, password }),
    () => post('/auth/login/', { email: 'member-5@gym-0.example', password }),
    () => post('/auth/password-reset/', { email: 'member-6@gym-0.example' }),
    () =>
      post('/auth/register/', {
        email: `${made()}@drill.example`,
        password,
        password_confirm: password,
        first_name: 'A',
        last_name: 'B',
        invite_type: 'org',
        invite_code: code,
        terms_agreed: true,
      }),
    () =>
      post('/gyms/register/simplified/', {
        first_name: 'A',
        last_name: 'B',
        email: `${made()}@drill.example`,
        phone: '1',
        gym_name: long(100),
        password,
        confirm_password: password,
        agree_to_terms: true,
      }),
    () =>
      post('/gyms/nominations/', {
        nominator_first_name: 'A',
        nominator_email: `${made()}@drill.example`,
        gym_name: 'A gym',
        comments: long(4000),
      }),
    () => post('/invite-codes/validate/', { code: made().slice(0, 20) }),
    () => post('/demo/start/', {}),
    () => get(`/sessions/shared/${things.shareToken?.[0]}/`),
    () => get(`/platform-invite/${made()}/`),
    () => get(`/calendar/${things.feed?.[0]}.ics`),
    () => get(`/organizations/${things.organization?.[0]}/theme/`),
  ];
}
