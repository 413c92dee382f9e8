import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastOrganization } from './last-organization.ts';
import { setBrandHead } from './page-head.ts';

const href = (rel: string) => document.head.querySelector(`link[rel="${rel}"]`)?.getAttribute('href');

beforeEach(() => {
  document.head.innerHTML =
    '<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/icons/icon-180.png">';
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('names the home-screen files of the shown gym, of the last one after signing out, else our own', () => {
  setBrandHead('iron');
  expect([href('manifest'), href('apple-touch-icon')]).toEqual([
    '/brand/iron/manifest.webmanifest',
    '/brand/iron/icon-180.png',
  ]);
  setBrandHead(null);
  expect(href('manifest')).toBe('/manifest.webmanifest');
  lastOrganization.write({ id: 'night', name: 'Night Shift', theme: {} });
  setBrandHead(null);
  expect(href('manifest')).toBe('/brand/night/manifest.webmanifest');
});

test('names one start picture, in the size of the phone, and only on an Apple phone', () => {
  setBrandHead('iron');
  expect(href('apple-touch-startup-image')).toBeUndefined();
  vi.stubGlobal('navigator', { standalone: false });
  vi.stubGlobal('devicePixelRatio', 3);
  vi.stubGlobal('screen', { width: 852, height: 393 });
  setBrandHead('iron');
  setBrandHead('iron');
  expect(href('apple-touch-startup-image')).toBe('/brand/iron/splash-1179x2556.png');
  expect(document.head.querySelectorAll('link[rel="apple-touch-startup-image"]')).toHaveLength(1);
});
