import type { Page } from '@playwright/test';

/** A red picture of 60 × 40 pixels, in base64. */
export const picture = (page: Page) =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 40 });
    const context = canvas.getContext('2d')!;
    context.fillStyle = 'red';
    context.fillRect(0, 0, 60, 40);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });
