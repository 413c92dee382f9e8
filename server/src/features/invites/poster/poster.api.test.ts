import QRCode from 'qrcode';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { readPdf } from '#testing/formats/pdf.ts';
import drawPoster, { type PosterContent } from './poster.task.ts';

const app = useTestApp();

async function fetchPoster(person: 'olga' | 'finn' | 'nora', id: string, size = 'a4') {
  const { http, tokenFor, cast } = app();
  const headers = { authorization: `Bearer ${await tokenFor(cast[person])}` };
  return http.inject({ method: 'GET', url: `/api/v1/gyms/invite-codes/${id}/poster/?size=${size}`, headers });
}

const content: PosterContent = {
  size: 'a4',
  name: 'Iron Harbour',
  gymName: 'Barangaroo',
  code: 'FRONT-DESK',
  link: 'https://spotter.example/i/org/FRONT-DESK',
  primary: '#7c3aed',
  background: '#ffffff',
  logo: null,
};

/** Squares of the QR code are all of one size, the smallest on the page. */
function modulesOf(squares: [number, number, number, number][]) {
  const unit = Math.min(...squares.map(([, , width]) => width));
  const dots = squares.filter(([, , width]) => Math.abs(width - unit) < 0.01);
  const [left, top] = [0, 1].map((axis) => Math.min(...dots.map((dot) => dot[axis]!))) as [number, number];
  return new Set(dots.map(([x, y]) => `${Math.round((y - top) / unit)},${Math.round((x - left) / unit)}`));
}

describe('a poster', () => {
  test('carries the name, the code, three steps and the QR code of the link, on A4 and A5', async () => {
    const { cast } = app();
    const admin = await app().as(cast.olga);
    const { body: code } = await admin.createInviteCode({ body: { code: 'POSTER', gym_id: cast.gyms.barangaroo } });
    for (const [size, width, height] of [
      ['a4', 595.28, 841.89],
      ['a5', 419.53, 595.28],
    ] as const) {
      const answer = await fetchPoster('olga', code.id, size);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      const poster = readPdf(answer.rawPayload);
      expect(poster.size).toEqual([width, height]);
      for (const words of [
        'Iron Harbour',
        'Barangaroo',
        'POSTER',
        'Scan the code',
        'Create your account',
        'Join a session',
      ])
        expect(poster.text).toContain(words);
      const { modules } = QRCode.create(code.link, { errorCorrectionLevel: 'M' });
      const expected = new Set<string>();
      for (let row = 0; row < modules.size; row++)
        for (let column = 0; column < modules.size; column++)
          if (modules.get(row, column)) expected.add(`${row},${column}`);
      expect(modulesOf(poster.squares)).toEqual(expected);
    }
  });

  test('says how to get in with its link, which has the code in it, and when a gym is still to be chosen', async () => {
    const textOf = async (more: Partial<PosterContent>) =>
      readPdf(await drawPoster({ ...content, ...more })).text.replaceAll('\n', ' ');
    const text = await textOf({});
    expect(text).toContain('No camera? Open spotter.example/i/org/FRONT-DESK');
    expect(text).not.toContain('enter the code');
    expect(text).not.toContain('Choose your gym');
    expect(await textOf({ gymName: null })).toContain('Choose your gym');
  });

  test('is for admins of the code alone', async () => {
    const { body: code } = await (await app().as(app().cast.olga)).createInviteCode({ body: {} });
    expect((await fetchPoster('finn', code.id)).json().code).toBe('invite_code_not_found');
    expect((await fetchPoster('nora', code.id)).json().code).toBe('invite_code_not_found');
    expect((await fetchPoster('olga', newId())).json().code).toBe('invite_code_not_found');
    expect((await fetchPoster('olga', code.id, 'a3')).json().details).toHaveProperty('size');
  });

  test.each([
    ['accents', 'Ñandú Fußball Čapek Ångström', 'Ñandú Fußball Čapek Ångström'],
    ['Cyrillic and Greek', 'Железо Σίδερο', 'Железо Σίδερο'],
    ['Hebrew', 'חדר כושר', 'ח'],
    ['signs no font has', '鉄 🏋️ Gym', 'Gym'],
    ['nothing that can be shown', '鉄の港', 'Train with us'],
    ['one endless word', 'Donaudampfschifffahrtsgesellschaft'.repeat(4), 'Train'],
  ])('shows a name with %s', async (_, name, shown) => {
    const { text } = readPdf(await drawPoster({ ...content, name }));
    expect(text.replaceAll('\n', '').replaceAll(' ', '')).toContain(shown.replaceAll(' ', ''));
  });

  test('breaks long names into two lines, and marks what is cut', async () => {
    const gymName = 'The Community Strength and Conditioning Center at the Old Railway Yard of Newcastle upon Tyne';
    const textOf = async (more: Partial<PosterContent>) =>
      readPdf(await drawPoster({ ...content, ...more })).text.replaceAll('\n', ' ');
    const whole = await textOf({ gymName });
    expect([whole.includes('upon Tyne'), whole.includes('…')]).toEqual([true, false]);
    expect(await textOf({ name: `${gymName} and Gateshead` })).toContain('…');
  });

  test('shows the logo on the background it is made for', async () => {
    const logo = await sharp({ create: { width: 30, height: 30, channels: 4, background: '#ffffff' } })
      .png()
      .toBuffer();
    const fills = async (background: string) => readPdf(await drawPoster({ ...content, logo, background })).fills;
    expect(await fills('#0b0f19')).toContain('#0b0f19');
  });

  test('carries a logo, and does without one that cannot be read', async () => {
    const logo = await sharp({ create: { width: 300, height: 80, channels: 4, background: '#ff0000' } })
      .webp()
      .toBuffer();
    const withLogo = (await drawPoster({ ...content, logo })).toString('latin1');
    expect(withLogo).toContain('/Subtype /Image');
    const broken = (await drawPoster({ ...content, logo: Buffer.from('not a picture') })).toString('latin1');
    expect(broken).not.toContain('/Subtype /Image');
  });
});
