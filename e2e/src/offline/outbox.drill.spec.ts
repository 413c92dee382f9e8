import { test as base, expect, storeTokens } from '../fixtures.ts';
import { callingAs, openGym, type Person } from '../noon-gym.ts';
import { quietPage } from '../shared-window.ts';
import { flows } from './flows.ts';
import { keptAt, phones } from './phone.ts';

const test = phones(base);

/** One gym for the flows of a worker. */
let gym: Promise<{ addMember: Awaited<ReturnType<typeof openGym>>; hana: Person; bo: Person }> | undefined;

for (const { what, cut, isQuiet, prepare, ends } of flows)
  test(`${what} once, through a cut network, a reload and a killed tab`, async ({
    page,
    context,
    request,
    mailTo,
    faults,
  }) => {
    faults.expected.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/);
    gym ??= openGym({ request, mailTo }).then(async (addMember) => ({
      addMember,
      hana: await addMember(request, 'Hana'),
      bo: await addMember(request, 'Bo'),
    }));
    const { addMember, ...others } = await gym;
    const hana = callingAs(request, others.hana);
    const bo = callingAs(request, others.bo);
    const mira = await addMember(request, 'Mira');
    const verifyEmail = async () => {
      const code = /\b\d{6}\b/.exec(await mailTo(mira.email, /verification_code/))?.[0];
      await mira.call('POST', '/auth/verify-email-code/', { code });
    };
    const { path, act, state, sees } = await prepare({ mira, hana, bo, verifyEmail });
    const unsent = async (where = page) => (await keptAt(where)).filter((key) => key.startsWith('unsent')).length;
    const goOffline = () => context.setOffline(true);

    await page.goto(quietPage);
    await storeTokens(page, mira.tokens);
    // The browser's own switch leaves a stream open that the network would have ended.
    await page.route('**/api/v1/events/', (route) => route.fulfill({ status: 503 }));
    if (cut !== 'never sent')
      await page.route(cut, async (route) => {
        if (route.request().method() === 'GET') return route.fallback();
        // From here on the phone hears nothing, and the server has it.
        await goOffline();
        await route.fetch();
        await route.abort();
      });
    await page.goto(path);
    await act(page, cut === 'never sent' ? goOffline : async () => {});
    await expect.poll(() => unsent()).toBe(1);
    if (cut === 'never sent') expect(await state()).not.toEqual(ends);
    else await expect.poll(state).toEqual(ends);

    await page.reload();
    await expect(page.locator('main')).toBeVisible();
    if (!isQuiet) await expect(page.getByText('1 change waiting')).toBeAttached();
    expect(await unsent()).toBe(1);
    await page.close();

    await context.setOffline(false);
    const again = await context.newPage();
    await again.goto('/app');
    await expect.poll(() => unsent(again)).toBe(0);
    expect(await state()).toEqual(ends);
    if (!sees) return;
    await again.goto(path);
    await sees(again);
    await expect(again.getByText(/changes? waiting|Sends when/)).toHaveCount(0);
  });
