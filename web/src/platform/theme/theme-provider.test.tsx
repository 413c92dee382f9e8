import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ThemeProvider, useTheme } from './theme-provider.tsx';

let theme: ReturnType<typeof useTheme>;

function Probe() {
  theme = useTheme();
  return null;
}

afterEach(cleanup);

const page = () => document.documentElement.style;
const favicon = () => document.head.querySelector('link[rel="icon"]')?.getAttribute('href');

it('dresses the page and takes the dress off again', () => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg"><meta name="theme-color" content="">';
  render(
    <ThemeProvider>
      <Probe />
    </ThemeProvider>,
  );
  expect(page().getPropertyValue('--color-primary')).toBe('#7c3aed');
  expect(page().getPropertyValue('color-scheme')).toBe('light');

  act(() =>
    theme.setTheme({
      theme_config: JSON.stringify({
        colors: { primary: '#22d3ee', background: { main: '#0b0f14' } },
        assets: { favicon: { url: '/files/night.png' } },
      }),
    }),
  );
  expect(theme.dark).toBe(true);
  expect(page().getPropertyValue('--color-primary')).toBe('#22d3ee');
  expect(page().getPropertyValue('--color-on-primary')).toBe('#000000');
  expect(page().getPropertyValue('color-scheme')).toBe('dark');
  expect(document.head.querySelector('meta[name="theme-color"]')?.getAttribute('content')).toBe('#0b0f14');
  expect(favicon()).toMatch(/^\/files\/night\.png\?t=\d+$/);

  act(() => theme.setTheme(null));
  expect(page().getPropertyValue('--color-primary')).toBe('#7c3aed');
  expect(favicon()).toBe('/favicon.svg');
});
