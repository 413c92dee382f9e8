import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { expect, test } from 'vitest';
import { useHoursDesk } from '#testing/hours-desk.ts';
import { addSession } from '#testing/test-data.ts';

const { app, olga, params, gym_ids } = useHoursDesk();

const page = readFileSync(new URL('../../docs/life-of-a-request.md', import.meta.url), 'utf8');

/** The files of the server that the page names for a call. */
function namedFor(call: string): string[] {
  const row = page.split('\n').find((line) => line.startsWith(`| \`${call}\` |`)) ?? '';
  return [...row.split('|')[6]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
}

/** The files of features of which a function runs. The demo looks at every call and counts on its own. */
async function featureFilesIn(call: () => Promise<{ status: number }>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const { status } = await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  expect(status).toBeLessThan(300);
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0))
    .flatMap(({ url }) => /\/server\/src\/features\/(?!demo\/)(?:.*\/)?([^/]+)$/.exec(url)?.[1] ?? [])
    .sort();
}

/** What a file gives to the news is SQL, which runs without a function of the file. */
const isNews = /[.]events[.]repo[.]ts$|^notification[.]repo[.]ts$|^conversations[.]read[.]ts$/;

async function expectNamed(name: string, call: () => Promise<{ status: number }>) {
  expect(await featureFilesIn(call), name).toEqual(
    namedFor(name)
      .filter((file) => !isNews.test(file))
      .sort(),
  );
}

test('docs/life-of-a-request.md names the files that a call runs through', async () => {
  const { cast, db } = app();
  const [ana, ben, admin] = [await app().as(cast.ana), await app().as(cast.ben), await olga()];

  const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
  await ben.getMe();
  await expectNamed('joinSession', () => ben.joinSession({ params: { id }, body: {} }));

  const { body: chat } = await ana.openDirectConversation({ body: { user_id: cast.ben.id } });
  const send = () => ana.sendMessage({ params: { id: chat.id }, body: { content: 'Squats at six?' } });
  await send();
  await ben.acceptConversation({ params: { id: chat.id } });
  await expectNamed('sendMessage', send);

  const hours = Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens: '08:00', closes: '20:00' }));
  const { body: shown } = await admin.listOperatingHours({ params: params(), query: { gym_ids: gym_ids()[0]! } });
  await expectNamed('setOperatingHours', () =>
    admin.setOperatingHours({ params: params(), body: { gym_ids: gym_ids(), hours, versions: shown.versions } }),
  );
});
