import { afterEach, expect, test } from 'vitest';
import { holdFirstScreen, removeFirstScreen, showsFirstScreen } from './first-screen.ts';

const outline = () => document.getElementById('first-screen');

function putOutline() {
  document.documentElement.dataset.firstScreen = '';
  document.body.innerHTML = '<div id="first-screen"></div>';
}

afterEach(() => {
  document.body.innerHTML = '';
  delete document.documentElement.dataset.firstScreen;
});

test('the outline stays until the page below it is drawn', () => {
  putOutline();
  const release = holdFirstScreen();
  removeFirstScreen();
  expect(outline()).not.toBeNull();
  release();
  expect(outline()).toBeNull();
});

test('a page without a sign-in has the outline but does not show it', () => {
  putOutline();
  expect(showsFirstScreen()).toBe(true);
  delete document.documentElement.dataset.firstScreen;
  expect(showsFirstScreen()).toBe(false);
});
