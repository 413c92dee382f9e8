import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ThemeProvider, useTheme } from './theme-provider.tsx';
import '../../testing/patience.ts';

let theme: ReturnType<typeof useTheme>;

function Probe() {
  theme = useTheme();
  return null;
}

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg"><meta name="theme-color" content="">';
  render(
    <ThemeProvider>
      <Probe />
    </ThemeProvider>,
  );
});
afterEach(cleanup);

const page = (name: string) => document.documentElement.style.getPropertyValue(name);
const favicon = () => document.head.querySelector('link[rel="icon"]')?.getAttribute('href');
const night = {
  colors: { primary: '#22d3ee', background: { main: '#0b0f14' } },
  assets: { favicon: { url: '/files/night.png' } },
};

it('applies and clears a theme', async () => {
  expect(theme.theme.colors.primary).toBe('#7c3aed');

  await act(() => theme.setTheme({ theme_config: JSON.stringify(night) }));
  await waitFor(() => expect(theme.dark).toBe(true));
  expect(page('--color-primary')).toBe('#22d3ee');
  expect(page('--color-on-primary')).toBe('#000000');
  expect(page('color-scheme')).toBe('dark');
  expect(document.head.querySelector('meta[name="theme-color"]')?.getAttribute('content')).toBe('#0b0f14');
  expect(favicon()).toMatch(/^\/files\/night\.png\?t=\d+$/);

  await act(() => theme.setTheme(null));
  expect(theme.dark).toBe(false);
  expect(page('--color-primary')).toBe('');
  expect(page('color-scheme')).toBe('');
  expect(favicon()).toBe('/favicon.svg');
});

it('applies the theme set last, even while an earlier one loads', async () => {
  act(() => {
    theme.setTheme(night);
    theme.setTheme(null);
  });
  await import('./apply-theme-config.ts');
  expect(theme.theme.colors.primary).toBe('#7c3aed');
  expect(page('--color-primary')).toBe('');
});
