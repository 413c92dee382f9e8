import type { APIResponse, Page } from '@playwright/test';

/** The headers of an answer that the server sent at this time. */
export const sentAt = (response: APIResponse, time: number) => ({
  ...response.headers(),
  date: new Date(time).toUTCString(),
});

/** Sets the device's clock, and with it the server's, which corrects the device's otherwise. */
export async function setClocks(page: Page, time: number): Promise<void> {
  await page.clock.setFixedTime(time);
  await page.route(/\/api\/v1\/(?!events)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: sentAt(response, time) });
  });
}
