import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { goBack } from '../go-back.ts';
import { type Member, memberOf, openMessagesAs } from '../people-at-once.ts';
import { picture } from '../picture.ts';
import { call, plan } from '../planning.ts';

async function openChat(page: Page, { tokens }: Member) {
  await openMessagesAs(page, tokens);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Noor Vale/ })
    .click();
  return page.getByRole('log', { name: 'Chat' });
}

/** Moves a finger over the screen. Returns what lifts it. */
async function drag(page: Page, points: { x: number; y: number }[]): Promise<() => Promise<unknown>> {
  const touch = await page.context().newCDPSession(page);
  for (const [index, point] of points.entries())
    await touch.send('Input.dispatchTouchEvent', {
      type: index === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [point],
    });
  return () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('two members answer, react and send photos', async ({ page, browser, request, tokensOf, newMember, faults }) => {
  const [one, two] = [
    await memberOf(request, tokensOf, await newMember()),
    await memberOf(request, tokensOf, await newMember()),
  ];
  const { id } = await call(request, one.tokens, '/conversations/direct/', { user_id: two.id });
  const say = (who: Member, content: string, reply_to_id?: string) =>
    call(request, who.tokens, `/conversations/${id}/send_message/`, { content, reply_to_id });
  const first = await say(two, 'The very first words');
  for (let n = 0; n < 60; n++) await say(one, `Message ${n}`);
  await say(two, 'You know', first.id);

  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
  });
  const desk = await context.newPage();
  const log = await openChat(page, one);
  const deskLog = await openChat(desk, two);

  await test.step('a quote leads to a message far above, and back to the newest', async () => {
    // It opens at the first unread message.
    await page.getByRole('button', { name: 'Jump to newest' }).click();
    await log.getByRole('button', { name: /^Go to the message by Noor Vale/ }).click();
    await expect(log.getByText('The very first words', { exact: true })).toBeInViewport();
    await expect(log.getByText('You know')).toHaveCount(0);
    await page.getByRole('button', { name: 'Jump to newest' }).click();
    await expect(log.getByText('You know')).toBeInViewport();
  });

  await test.step('the menu answers on a desktop, a swipe on a phone, and a reload keeps the quote', async () => {
    await desk.getByRole('button', { name: 'Jump to newest' }).click();
    await deskLog.getByText('Message 59', { exact: true }).hover();
    await deskLog.getByRole('button', { name: 'Message options' }).last().click();
    await desk.getByRole('menuitem', { name: 'Reply' }).click();
    await expect(desk.getByText(/^Replying to/)).toBeVisible();
    await desk.keyboard.type('Got all of them');
    await desk.keyboard.press('Enter');
    await expect(log.getByText('Got all of them')).toBeVisible();

    const box = (await log.getByText('Got all of them').boundingBox())!;
    const y = box.y + box.height / 2;
    const letGo = await drag(
      page,
      [0, 10, 20, 40, 60, 80].map((x) => ({ x: box.x + 10 + x, y })),
    );
    await letGo();
    await expect(page.getByText('Replying to Noor Vale')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Replying to Noor Vale')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel reply' }).click();
  });

  await test.step('a reaction shows for both, with who gave it', async () => {
    const held = (await log.getByText('Got all of them').boundingBox())!;
    const letGo = await drag(page, [{ x: held.x + 10, y: held.y + held.height / 2 }]);
    await expect(page.getByRole('menuitem', { name: 'strong' })).toBeVisible();
    await letGo();
    await page.getByRole('menuitem', { name: 'strong' }).click();
    await expect(log.getByRole('button', { name: 'strong, 1, including you' })).toBeVisible();
    await deskLog.getByRole('button', { name: 'strong, 1', exact: true }).click();
    await expect(log.getByRole('button', { name: 'strong, 2, including you' })).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await log.getByRole('button', { name: 'Message options' }).last().press('Enter');
    await page.getByRole('menuitem', { name: 'Who reacted' }).click();
    const people = page.getByRole('dialog', { name: 'Reactions' });
    await expect(people.getByRole('listitem')).toHaveCount(2);
    await people.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a photo waits for the network, arrives once, and opens', async () => {
    const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(await picture(page), 'base64') };
    faults.expected.push(/net::ERR_FAILED/);
    let tries = 0;
    await page.route(`**/conversations/${id}/photos/`, async (route) => {
      // The first answer is lost on its way back.
      if (tries++ === 0) {
        await route.fetch();
        await route.abort();
      } else await route.continue();
    });
    await page.getByLabel('Photos', { exact: true }).setInputFiles(file);
    await expect(page.getByRole('dialog', { name: 'Send this photo?' }).getByRole('img')).toBeVisible();
    await expectAccessible(page, '[role=dialog]');
    await page.getByRole('button', { name: 'Send photo' }).click();
    await expect(log.getByRole('button', { name: /^Open Photo/ })).toBeVisible();
    await expect(deskLog.getByRole('button', { name: /^Open Photo/ })).toBeVisible();
    await expect(log.getByText(/^(Sends when|Not sent yet)/)).toHaveCount(0);
    await expect.poll(() => tries).toBeGreaterThan(1);
    const { results } = await call(request, two.tokens, `/conversations/${id}/messages/`);
    expect(results.filter(({ kind }: { kind: string }) => kind === 'photo')).toHaveLength(1);
    const view = page.getByRole('dialog', { name: /^Photo by/ });
    const open = async () => {
      await log.getByRole('button', { name: /^Open Photo/ }).click();
      await expect(view.getByRole('img')).toBeVisible();
    };
    await open();
    await goBack(page);
    await expect(view).toHaveCount(0);
    await expect(log).toBeVisible();

    const down = (to: number) => [300, 310, 320, 340, to].map((y) => ({ x: 195, y }));
    await open();
    const letGo = await drag(page, down(700));
    await expect.poll(async () => (await view.boundingBox())?.y).toBeGreaterThan(300);
    await letGo();
    await expect(view).toHaveCount(0);
    await expect(log).toBeVisible();

    await open();
    // Two fingers have enlarged it: one finger now moves over the photo.
    const screen = await page.context().newCDPSession(page);
    await screen.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
    await expect(view).toHaveAttribute('data-base-ui-swipe-ignore', 'true');
    await (await drag(page, down(700)))();
    expect((await view.boundingBox())?.y).toBeLessThanOrEqual(0);
    await screen.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
    await page.keyboard.press('Escape');
    await expect(view).toHaveCount(0);
    await deskLog.getByRole('button', { name: /^Open Photo/ }).click();
    await expectAccessible(desk, '[role=dialog]');
    await desk.keyboard.press('Escape');
    await expect(deskLog).toBeVisible();
  });

  await test.step('photos are pasted and dropped, and go out when they are confirmed', async () => {
    const give = async (type: 'paste' | 'dragover' | 'drop', names: string[]) => {
      const base64 = await picture(desk);
      const target = await desk.getByRole('textbox', { name: 'Message' }).elementHandle();
      return target?.evaluate(
        (element, { type, names, base64 }) => {
          const given = new DataTransfer();
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          for (const name of names)
            given.items.add(new File([bytes], name, { type: name.endsWith('.png') ? 'image/png' : 'application/pdf' }));
          const rest = { bubbles: true, cancelable: true };
          const event =
            type === 'paste'
              ? new ClipboardEvent(type, { ...rest, clipboardData: given })
              : new DragEvent(type, { ...rest, dataTransfer: given });
          element.dispatchEvent(event);
          return event.defaultPrevented;
        },
        { type, names, base64 },
      );
    };
    const question = desk.getByRole('dialog', { name: /^Send / });
    await give('paste', ['a.png']);
    await expect(question.getByRole('img')).toHaveCount(1);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();

    await give('dragover', ['b.png']);
    await expect(desk.getByText('Drop photos here to send them')).toBeVisible();
    expect(await give('drop', ['b.png', 'c.png', 'plan.pdf'])).toBe(true);
    await expect(desk.getByText('Only photos can be sent')).toBeVisible();
    await expect(question.getByRole('img')).toHaveCount(2);
    await question.getByRole('button', { name: 'Remove photo 2' }).click();
    await question.getByRole('button', { name: 'Send photo' }).click();
    await expect(log.getByRole('button', { name: /^Open Photo/ })).toHaveCount(2);
  });

  await test.step('a card that loads late leaves the newest message in view', async () => {
    const session = await plan(request, one.tokens);
    await call(request, one.tokens, `/sessions/${session.id}/share-to-chat/`, { conversation_id: id });
    await say(two, 'The newest of all');
    await expect(log.getByText('The newest of all')).toBeVisible();
    let load = () => {};
    const isWanted = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(`**/api/v1/sessions/${session.id}/`, async (route) => {
      await isWanted;
      await route.continue();
    });
    await openChat(page, one);
    await expect(log.getByText('The newest of all')).toBeInViewport({ ratio: 1 });
    load();
    await expect(log.getByRole('button', { name: 'Leave' })).toBeVisible();
    const fromEnd = () => log.evaluate((part) => part.scrollHeight - part.scrollTop - part.clientHeight);
    await expect.poll(fromEnd).toBeLessThanOrEqual(2);
    await expect(log.getByText('The newest of all')).toBeInViewport({ ratio: 1 });
  });
  await context.close();
});
