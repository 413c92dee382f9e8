import { expect, expectAccessible, test } from '../fixtures.ts';

test('finds text without contrast, also where text of its kind has passed before', async ({ page }) => {
  await page.setContent(
    '<!doctype html><html lang="en"><title>Notes</title><main><h1>Notes</h1><p class="note">One</p><p class="note">Two</p></main></html>',
  );
  const [main, note] = [page.getByRole('main'), page.getByText('Two')];
  const style = (where: typeof main, text: string) => where.evaluate((it, to) => it.setAttribute('style', to), text);
  const contrastFault = /color-contrast/;
  await expectAccessible(page);
  await style(note, 'color: #ccc');
  await expect(expectAccessible(page)).rejects.toThrow(contrastFault);
  await style(note, 'opacity: 0.3');
  await expect(expectAccessible(page)).rejects.toThrow(contrastFault);
  await style(note, '');
  await expectAccessible(page);
  await style(main, 'background: #222');
  await expect(expectAccessible(page)).rejects.toThrow(contrastFault);
  // The first of its kind is hidden, so only the second can be compared.
  await style(main, 'background: #fff');
  await page.getByText('One').evaluate((one) => one.setAttribute('hidden', ''));
  await page.addStyleTag({ content: '.note { color: #ddd }' });
  await expect(expectAccessible(page)).rejects.toThrow(contrastFault);
});
