import { afterEach, expect, test } from 'vitest';
import { tourSteps } from './tour-steps.ts';

afterEach(() => document.body.replaceChildren());

const target = () => tourSteps('Iron Harbour')[1]?.target()?.id ?? null;

test('points at the next session, else at sessions to join, and never at an empty state', () => {
  expect(target()).toBeNull();
  document.body.innerHTML = '<ul id="list" data-tour="joinable"></ul>';
  expect(target()).toBe('list');
  document.body.innerHTML += '<section id="hero" data-tour="next"></section>';
  expect(target()).toBe('hero');
});
