import type { APIRequestContext, Page } from '@playwright/test';
import { addManyMessages } from '../../../server/src/testing/worlds/long-chat.ts';
import { type Account, expect, test } from '../fixtures.ts';
import { memberOf, openMessagesAs } from '../people-at-once.ts';
import { call, type Tokens } from '../planning.ts';

const chatOf = (page: Page) => page.getByRole('log', { name: 'Chat' });

/** Opens a chat of many messages, whose older pages arrive late: after so many milliseconds, and not before they may. */
async function openLongChat(
  { count, late }: { count: number; late: number },
  page: Page,
  request: APIRequestContext,
  tokensOf: (who: Account) => Promise<Tokens>,
  newMember: () => Promise<Account>,
) {
  const one = await memberOf(request, tokensOf, await newMember());
  const two = await memberOf(request, tokensOf, await newMember());
  const asked = await call(request, one.tokens, '/friends/', { receiver_id: two.id });
  await call(request, two.tokens, `/friends/${asked.id}/accept/`, {});
  const { id } = await call(request, one.tokens, '/conversations/direct/', { user_id: two.id });
  await addManyMessages(process.env.E2E_DATA_DIR ?? '', id, count);
  const pages = { arrive: Promise.resolve() };
  await page.route('**/messages/?*before=*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, late));
    await pages.arrive;
    await route.continue();
  });
  await openMessagesAs(page, one.tokens);
  const openChat = () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Noor Vale(?!: profile)/ })
      .click();
  await openChat();
  await expect(chatOf(page).getByText(`Message ${count}`, { exact: true })).toBeVisible();
  return {
    pages,
    openChat,
    write: (content: string) => call(request, two.tokens, `/conversations/${id}/send_message/`, { content }),
  };
}

/**
 * Watches every frame: between two of them no message that stays may move otherwise than the reader scrolled it. A jump
 * is a message that moves against the finger or wheel, or much farther than either can.
 */
const watchJumps = (page: Page, farthest: number) =>
  chatOf(page).evaluate((log, limit) => {
    const jumps: string[] = [];
    let before = new Map<string, number>();
    const look = () => {
      const { top, bottom } = log.getBoundingClientRect();
      const now = new Map<string, number>();
      for (const row of log.querySelectorAll('[data-index]')) {
        const text = /^Message \d+/.exec(row.querySelector('[dir=auto]')?.textContent ?? '')?.[0];
        const at = row.getBoundingClientRect();
        if (text && at.bottom > top && at.top < bottom) now.set(text, Math.round(at.bottom));
      }
      const stayed = [...now].flatMap(([text, y]) => (before.has(text) ? [y - (before.get(text) ?? 0)] : []));
      const [from, to] = [before, now].map((shown) => Number([...shown.keys()][0]?.split(' ')[1]));
      // A page has fifty messages; a busy machine draws fewer frames than the wheel has steps.
      if (stayed.length === 0 && from !== undefined && to !== undefined && Math.abs(from - to) > 40)
        jumps.push(`from ${from} to ${to}`);
      // Half a line is not seen while the list moves, nor a row at the edge that is measured as it comes in.
      const moved = stayed.filter((by) => by < -12 || by > limit);
      if (moved.length > stayed.length / 2) jumps.push(`${[...now.keys()].at(0)} by ${stayed}`);
      before = now;
      next();
    };
    // After the frame is drawn: rows are measured in it.
    const next = () => requestAnimationFrame(() => setTimeout(look));
    next();
    Object.assign(window, { jumps: () => jumps });
  }, farthest);
const jumps = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { jumps: () => string[] }).jumps());

/** Moves until something shows. It asks in the page, since a failed expectation takes longer than the move. */
const moveUntil = (page: Page, isShown: (log: Element) => boolean, move: () => Promise<unknown>) =>
  expect.poll(() => move().then(() => chatOf(page).evaluate(isShown)), { intervals: [0], timeout: 0 }).toBe(true);
const showsFirst = (log: Element) => {
  const { top } = log.getBoundingClientRect();
  const texts = [...log.querySelectorAll('[data-index] [dir=auto]')];
  // Wholly: half a line may leave again when a row above it is measured.
  return texts.some((each) => each.textContent === 'Message 1' && each.getBoundingClientRect().top >= top);
};
const firstMessage = (page: Page) => chatOf(page).getByText('Message 1', { exact: true });
const comesMore = (page: Page) => chatOf(page).getByRole('status', { name: 'Loading older messages' });

test('a wheel reaches the first of two thousand messages without a jump', { tag: '@desktop' }, async ({
  page,
  request,
  tokensOf,
  newMember,
}) => {
  const { write } = await openLongChat({ count: 2_000, late: 150 }, page, request, tokensOf, newMember);
  await chatOf(page).hover();
  await watchJumps(page, 2_000);
  await page.mouse.wheel(0, -500);
  await write('See you at six');
  await expect(page.getByRole('button', { name: 'New messages' })).toBeVisible();
  await moveUntil(page, showsFirst, () => page.mouse.wheel(0, -500));
  await expect(firstMessage(page)).toBeInViewport();
  await expect(comesMore(page)).toHaveCount(0);
  expect(await jumps(page)).toEqual([]);
  await page.getByRole('button', { name: 'New messages' }).click();
  await expect(chatOf(page).getByText('See you at six')).toBeInViewport();
});

test('a finger reaches the first of two thousand messages that come slowly, and never closes the sheet while older ones are awaited', async ({
  page,
  request,
  tokensOf,
  newMember,
}) => {
  // Three hundred drags.
  test.slow();
  const { pages, openChat, write } = await openLongChat(
    { count: 2_000, late: 600 },
    page,
    request,
    tokensOf,
    newMember,
  );
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...heights: number[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: heights.map((y) => ({ x: 195, y })) });
  async function drag() {
    await touch('touchStart', 250);
    for (const y of [265, 400, 550, 700]) await touch('touchMove', y);
    await touch('touchEnd');
  }
  const release = Promise.withResolvers<void>();
  pages.arrive = release.promise;
  await moveUntil(
    page,
    (log) => {
      const more = log.querySelector('[role=status][aria-label="Loading older messages"]');
      return more !== null && more.getBoundingClientRect().bottom > log.getBoundingClientRect().top;
    },
    drag,
  );
  await drag();
  const top = chatOf(page)
    .getByText(/^Message \d+$/)
    .first();
  const [text, before] = [await top.innerText(), await top.boundingBox()];
  await watchJumps(page, 2_000);
  release.resolve();
  await expect(chatOf(page).getByText(`Message ${Number(text.split(' ')[1]) - 2}`)).toBeAttached();
  // The first message of a page may turn out to go on with the one before, and then loses the gap over it.
  const after = await chatOf(page).getByText(text, { exact: true }).boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(12);
  await moveUntil(page, showsFirst, drag);
  await expect(firstMessage(page)).toBeInViewport();
  expect(await jumps(page)).toEqual([]);
  await expect(page.getByRole('dialog', { name: 'Noor Vale' })).toBeVisible();

  await test.step('a chat that opens at its first unread message leads to the newest', async () => {
    await page.getByRole('button', { name: 'Back' }).click();
    for (let n = 1; n <= 40; n++) await write(`Late ${n}`);
    await openChat();
    await expect(chatOf(page).getByText('Late 1', { exact: true })).toBeInViewport();
    await page.getByRole('button', { name: 'Jump to newest' }).click();
    await expect(chatOf(page).getByText('Late 40', { exact: true })).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Jump to newest' })).toBeHidden();
  });
});
