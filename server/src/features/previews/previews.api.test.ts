import fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preparedReads } from '#platform/db/reads.ts';
import { newId } from '#platform/ids.ts';
import { createLimits, noLimits } from '#platform/limits.ts';
import { createOffload } from '#platform/offload/offload.ts';
import { useTestApp } from '#testing/app.ts';
import { addDeadCodes, addInviteCode, shareCodeOf } from '#testing/invites.ts';
import { addSession } from '#testing/test-data.ts';
import { registerPreviews } from './previews.routes.ts';
import { timeInWords } from './previews.service.ts';

const app = useTestApp();
const appHtml = `<!doctype html><html><head><title>Spotter</title>
  <meta name="description" content="Train together at your gym." /><script src="/assets/app.js"></script></head><body></body></html>`;

const offload = createOffload();
let server: FastifyInstance;
let limited: FastifyInstance;
beforeAll(() => {
  const { db, pool, config, files } = app();
  const parts = { db, read: preparedReads(pool), config, files, offload, page: async () => appHtml };
  server = fastify();
  registerPreviews(server, { ...parts, limits: noLimits });
  limited = fastify();
  registerPreviews(limited, { ...parts, limits: createLimits(pool) });
});
afterAll(() => {
  offload.close();
  return Promise.all([server.close(), limited.close()]);
});

const pageOf = async (url: string, from = server) => {
  const answer = await from.inject(url);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  return answer.body;
};
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];
const cardOf = async (html: string) => {
  const answer = await server.inject(new URL(metaOf(html, 'og:image') ?? '').pathname);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
  return answer.rawPayload;
};

async function sharedSession(more: object = {}) {
  const { db, cast } = app();
  const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben], ...more });
  const { share_token } = await db
    .selectFrom('sessions')
    .select('share_token')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return share_token ?? '';
}

describe('a link to a session', () => {
  test("names the session, its time in the gym's zone, the gym, the host and the spots left", async () => {
    const token = await sharedSession({
      title: 'Leg day',
      starts_at: new Date('2099-11-19T07:30:00Z'),
      max_participants: 6,
    });
    const html = await pageOf(`/i/session/${token}`);
    expect(titleOf(html)).toBe('Leg day · Iron Harbour');
    const description = 'Thu 19 Nov, 6:30 pm Sydney time at Barangaroo, with Ana. 4 spots left.';
    for (const name of ['description', 'og:description', 'twitter:description'])
      expect(metaOf(html, name)).toBe(description);
    expect(metaOf(html, 'og:title')).toBe('Leg day · Iron Harbour');
    expect(metaOf(html, 'og:site_name')).toBe('Iron Harbour');
    expect(metaOf(html, 'twitter:card')).toBe('summary_large_image');
    expect(metaOf(html, 'og:url')).toBe(`${app().config.PUBLIC_URL}/i/session/${token}`);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(html).toContain('<script src="/assets/app.js">');
    expect(html).not.toContain('Alvarez');
    const picture = await sharp(await cardOf(html)).metadata();
    expect([picture.format, picture.width, picture.height]).toEqual(['png', 1200, 630]);
  });

  test('is the same at the redirecting address', async () => {
    const token = await sharedSession();
    expect(await pageOf(`/sessions/shared/${token}?ref=x`)).toBe(await pageOf(`/i/session/${token}`));
  });

  test('shows when it is full', async () => {
    const html = await pageOf(`/i/session/${await sharedSession({ max_participants: 2 })}`);
    expect(metaOf(html, 'description')).toContain('Full. Join the waitlist.');
  });

  test('shows that it is full while its last spot is owed to the waitlist', async () => {
    const { db, cast } = app();
    const token = await sharedSession({ max_participants: 3 });
    const full = async () => (await pageOf(`/i/session/${token}`)).includes('Full. Join the waitlist.');
    expect(await full()).toBe(false);
    const [session] = await db
      .selectFrom('sessions')
      .select(['organization_id', 'id'])
      .where('share_token', '=', token)
      .execute();
    const { organization_id, id: session_id } = session!;
    await db
      .insertInto('session_waitlist')
      .values({ organization_id, id: newId(), session_id, user_id: cast.cleo.id })
      .execute();
    expect(await full()).toBe(true);
  });

  test('escapes text that people typed', async () => {
    const title = `"><script>alert(1)</script> & 'co' $& $1`;
    const html = await pageOf(`/i/session/${await sharedSession({ title })}`);
    expect(html).not.toContain('<script>alert');
    expect(titleOf(html)).toBe(
      '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;co&#39; $&amp; $1 · Iron Harbour',
    );
    expect((await cardOf(html)).length).toBeGreaterThan(1000);
  });

  test('draws right-to-left, unbroken and emoji-only titles', async () => {
    for (const title of ['تمرين الساقين مع ليلى', 'W'.repeat(120), '🎉💪', '👨‍👩‍👧‍👦'])
      expect((await cardOf(await pageOf(`/i/session/${await sharedSession({ title })}`))).length).toBeGreaterThan(1000);
  });
});

test('a friend invite link names the inviter by first name only', async () => {
  const { db, cast } = app();
  const code = await shareCodeOf(db, cast.ben);
  const html = await pageOf(`/i/friend/${code}`);
  expect(titleOf(html)).toBe('Ben invited you to Iron Harbour');
  expect(metaOf(html, 'description')).toMatch(/^Train with Ben at Barangaroo\./);
  expect(html).not.toMatch(/Brandt|@/);
  expect(await pageOf(`/invite/${code}`)).toBe(html);
  expect((await cardOf(html)).length).toBeGreaterThan(1000);
});

test('an organization link names it, with the code in any case', async () => {
  const { db, cast } = app();
  const code = await addInviteCode(db, cast.organizations.ironHarbour);
  const html = await pageOf(`/join/${code.toLowerCase()}`);
  expect(titleOf(html)).toBe('Join Iron Harbour');
  expect(metaOf(html, 'description')).toContain('Barangaroo and Fremantle');
});

test("the card uses the organization's colors, and changes with the theme", async () => {
  const { db, cast } = app();
  const html = () => pageOf(`/i/org/${code}`);
  const code = await addInviteCode(db, cast.organizations.nightShift);
  await db
    .insertInto('organization_themes')
    .values({
      organization_id: cast.organizations.nightShift,
      config: JSON.stringify({ colors: { primary: '#ff8800', background: { main: '#101010' } } }),
    })
    .execute();
  const { data, info } = await sharp(await cardOf(await html()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  const near = (one: number[], other: number[]) =>
    one.every((value, index) => Math.abs(value - (other[index] ?? 0)) < 6);
  expect(near(at(10, 620), [0x10, 0x10, 0x10])).toBe(true);
  expect(near(at(860, 300), [0xff, 0x88, 0x00])).toBe(true);
});

describe('an invalid link', () => {
  test('looks the same for every reason, with the neutral card', async () => {
    const { db, cast } = app();
    const dead = Object.values(await addDeadCodes(db, cast));
    const neutral = await pageOf('/i/org/WRONG');
    expect(titleOf(neutral)).toBe('Spotter');
    const urls = [
      ...dead.map((code) => `/i/org/${code}`),
      `/i/friend/${await shareCodeOf(db, cast.demi)}`,
      '/i/friend/nobody-at-all',
      `/i/session/${await sharedSession({ status: 'cancelled', cancelled_at: new Date() })}`,
      `/i/session/${await sharedSession({ in: -120 })}`,
      '/i/session/wrong',
      '/i/elsewhere/code',
      '/i/org/%00%27--',
      `/i/org/${'x'.repeat(90)}`,
    ];
    for (const url of urls) expect({ url, html: await pageOf(url) }).toEqual({ url, html: neutral });
    const card = await cardOf(neutral);
    for (const url of urls) {
      const answer = await server.inject(`${url}/card.png`);
      expect([url, answer.statusCode, answer.rawPayload.equals(card)]).toEqual([url, 200, true]);
    }
  });

  test('is all a guesser sees after the limit, while valid links keep working for others', async () => {
    const { db, cast } = app();
    const right = await addInviteCode(db, cast.organizations.ironHarbour);
    await Promise.all(Array.from({ length: 40 }, (_, guess) => pageOf(`/i/org/GUESS-${guess}`, limited)));
    expect(titleOf(await pageOf(`/i/org/${right}`, limited))).toBe('Spotter');
    const elsewhere = await limited.inject({ url: `/i/org/${right}`, remoteAddress: '192.0.2.7' });
    expect(titleOf(elsewhere.body)).toBe('Join Iron Harbour');
  });
});

describe('a revoked link', () => {
  test.each(['session', 'org', 'friend'])('of a %s is dead at once: page, picture and cached picture', async (type) => {
    const { db, cast } = app();
    const revoke = {
      session: async () => {
        const token = await sharedSession();
        const { id } = await db
          .selectFrom('sessions')
          .select('id')
          .where('share_token', '=', token)
          .executeTakeFirstOrThrow();
        const ana = await app().as(cast.ana);
        return { code: token, end: async () => void (await ana.revokeSessionShare({ params: { id } })) };
      },
      org: async () => {
        const code = await addInviteCode(db, cast.organizations.ironHarbour);
        const off = db.updateTable('invite_codes').set({ is_active: false }).where('code', '=', code);
        return { code, end: async () => void (await off.execute()) };
      },
      friend: async () => {
        const code = await shareCodeOf(db, cast.finn);
        const off = db.updateTable('users').set({ personal_share_code: null }).where('id', '=', cast.finn.id);
        return { code, end: async () => void (await off.execute()) };
      },
    };
    const { code, end } = await revoke[type as keyof typeof revoke]();
    const url = `/i/${type}/${code}`;
    const before = await pageOf(url);
    expect(titleOf(before)).not.toBe('Spotter');
    const picture = await server.inject(`${url}/card.png`);
    const again = { url: `${url}/card.png`, headers: { 'if-none-match': String(picture.headers.etag) } };
    expect((await server.inject(again)).statusCode).toBe(304);

    await end();

    const neutral = await server.inject('/i/card.png');
    expect(await pageOf(url)).toBe(await pageOf('/i/org/WRONG'));
    const after = await server.inject(again);
    expect([after.statusCode, after.rawPayload.equals(neutral.rawPayload)]).toEqual([200, true]);
  });
});

test('the app itself serves the cards', async () => {
  const answer = await app().http.inject('/i/card.png');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
  expect(answer.headers['cache-control']).toBe('no-cache');
});

test("times are in the gym's zone", () => {
  expect(timeInWords('2026-11-19T07:30:00Z', 'Australia/Sydney')).toBe('Thu 19 Nov, 6:30 pm Sydney time');
  expect(timeInWords('2026-07-01T19:00:00Z', 'America/Los_Angeles')).toBe('Wed 1 July, 12:00 pm Los Angeles time');
  expect(timeInWords('2026-07-01T00:05:00Z', 'UTC')).toBe('Wed 1 July, 12:05 am UTC');
});
