import { expect, test, vi } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { endlessDrawing, secondsOf } from '#testing/formats/drawings.ts';

const app = useTestApp();

test('refuses a drawing that takes forever, which no other request waits for, and the next one for a while', {
  timeout: 330_000,
}, async () => {
  const { cast } = app();
  const olga = await app().as(cast.olga);
  const params = { id: cast.organizations.ironHarbour };
  const send = (file: File) => olga.uploadAsset({ params, body: { file, asset_type: 'logo' } });
  const spent = await secondsOf(async () => {
    const answer = await send(endlessDrawing('width="64" height="32"'));
    expect([answer.status, answer.error.code]).toEqual([400, 'image_invalid']);
  });
  expect(spent).toBeLessThan(2);
  // A machine that gave the drawing no processor time ends it by the clock, without blame: then it is sent again.
  await vi.waitFor(
    async () => expect((await send(endlessDrawing('width="64" height="32"'))).error.code).toBe('too_many_requests'),
    { timeout: 300_000 },
  );
  const quick = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"><rect width="64" height="32"/></svg>';
  expect((await send(new File([quick], 'logo.svg'))).error.code).toBe('too_many_requests');
});
