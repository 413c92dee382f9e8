import { readFileSync } from 'node:fs';
import { expect, expectAccessible, test } from '../fixtures.ts';

test('an owner reads, saves and prints how the gym is doing', { tag: '@desktop' }, async ({ page, signInAs }) => {
  await signInAs('olga');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Retention' })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'What does Active members count?' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('People who had a spot in at least one session.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByLabel('Location', { exact: true }).selectOption({ label: 'Iron Harbour Fremantle' });
  await page.getByRole('button', { name: '90 days' }).click();
  await expect(page).toHaveURL(/location=.*range=90d/);
  await page.reload();
  await expect(page.getByText(/^Iron Harbour Fremantle · /)).toBeVisible();

  const save = async (what: string) => {
    await page.getByRole('button', { name: 'Save Busiest times' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: what }).click(),
    ]);
    return readFileSync(await file.path());
  };
  const [head = '', ...hours] = (await save('Save as CSV')).toString().split('\r\n');
  expect(head).toContain('Hour,Mon,Tue');
  expect(hours.length).toBeGreaterThan(12);
  expect((await save('Save as picture')).subarray(1, 4).toString()).toBe('PNG');

  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Retention' })).toBeVisible();
  const phone = { width: 390, height: 844 };
  for (const size of [page.viewportSize() ?? phone, phone])
    for (const format of ['A4', 'Letter']) {
      await page.setViewportSize(size);
      // As browsers print it unless told otherwise.
      const margin = { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' };
      const pages = (await page.pdf({ format, margin })).toString('latin1').match(/\/Type\s*\/Page\b/g);
      expect(pages, `${format} printed from a window ${size.width} wide`).toHaveLength(1);
    }
});
