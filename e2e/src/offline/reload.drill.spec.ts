import { expect, storeTokens, test } from '../fixtures.ts';
import { minutesFromNow } from '../minutes-from-now.ts';
import { newGym } from '../noon-gym.ts';
import { quietPage } from '../shared-window.ts';

test('keeps a tap and a message whose page is reloaded before the database has stored them', async ({
  page,
  context,
  request,
  mailTo,
}) => {
  const [mira, hana] = await newGym({ request, mailTo }, 'Mira', 'Hana');
  const { id } = await hana.call('POST', '/sessions/', {
    title: 'Leg day',
    workout_type: 'strength',
    start_time: minutesFromNow(100),
    max_participants: 6,
  });
  await page.goto(quietPage);
  await storeTokens(page, mira.tokens);
  const other = await context.newPage();
  await other.goto(quietPage);
  const tapAndReload = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
    await expect(button).toBeEnabled();
    // Another tab that writes keeps the database busy, as a slow phone does by itself.
    await other.evaluate(
      () =>
        new Promise<void>((isHeld) => {
          const opening = indexedDB.open('spotter-offline');
          opening.onsuccess = () => {
            const held = opening.result.transaction('kept', 'readwrite').objectStore('kept');
            const hold = () => {
              isHeld();
              if (!Reflect.get(globalThis, 'isReleased')) held.get('nothing').onsuccess = hold;
              else opening.result.close();
            };
            held.get('nothing').onsuccess = hold;
          };
        }),
    );
    const isReloaded = page.waitForEvent('domcontentloaded');
    await button.evaluate((element: HTMLElement) => {
      element.click();
      location.reload();
    });
    await isReloaded;
    await other.evaluate(() => Reflect.set(globalThis, 'isReleased', true));
    await other.reload();
  };

  await page.goto(`/app/sessions/${id}?onboarding=skip`);
  await tapAndReload('Join');
  const session = () => mira.call('GET', `/sessions/${id}/`);
  await expect.poll(async () => (await session()).is_participant).toBe(true);

  await page.getByRole('textbox', { name: 'Message' }).fill('On my way');
  await tapAndReload('Send');
  const messages = async () =>
    (await mira.call('GET', `/sessions/${id}/messages/`)).results.map(({ content }: { content: string }) => content);
  await expect.poll(messages).toEqual(['On my way']);
  await expect(page.getByRole('log', { name: 'Chat' }).getByText('On my way')).toHaveCount(1);
  expect((await session()).current_participants).toBe(2);
});
