import { expect, test } from 'vitest';
import { fingerprint, isOwnFile } from './kept-files.ts';

const files = new Set(['/assets/start-1.js', '/assets/start-1.css']);
const answer = (body: string, type: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } });
const ours = '<script src="/assets/start-1.js"></script><link href="/assets/start-1.css">';
const portal = '<html>Sign in to the hotel network</html>';

test('takes a file of its own type', async () => {
  expect(await isOwnFile('/assets/start-1.js', answer('', 'text/javascript; charset=utf-8'), files)).toBe(true);
  expect(await isOwnFile('/assets/start-1.css', answer('', 'text/css'), files)).toBe(true);
  expect(await isOwnFile('/icons/icon-192.png', answer('', 'image/png'), files)).toBe(true);
  expect(await isOwnFile('/manifest.webmanifest', answer('{}', 'application/manifest+json'), files)).toBe(true);
  expect(await isOwnFile('/app.html', answer(ours, 'text/html'), files)).toBe(true);
  expect(await isOwnFile('/app', answer(ours, 'text/html'), files)).toBe(true);
});

test('takes no page of a foreign network, whatever it answers', async () => {
  expect(await isOwnFile('/assets/start-1.js', answer(portal, 'text/html'), files)).toBe(false);
  expect(await isOwnFile('/app.html', answer(portal, 'text/html'), files)).toBe(false);
  expect(await isOwnFile('/assets/start-1.js', answer('', 'text/javascript', 503), files)).toBe(false);
});

test('takes no page of another version', async () => {
  const newer = ours.replace('start-1.js', 'start-2.js');
  expect(await isOwnFile('/app.html', answer(newer, 'text/html'), files)).toBe(false);
});

test('names every version differently', () => {
  const version = (revision: string) => fingerprint([{ url: 'app.html', revision }]);
  expect(version('1')).toBe(version('1'));
  expect(version('1')).not.toBe(version('2'));
});
