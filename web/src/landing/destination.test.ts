import { expect, it } from 'vitest';
import { destination } from './destination.ts';

const visitor = { signedIn: false, native: false, query: new URLSearchParams() };
const app = new URLSearchParams('app=true');

it('lets a visitor read', () => {
  expect(destination(visitor)).toBeNull();
  expect(destination({ ...visitor, query: new URLSearchParams('app=false') })).toBeNull();
});

it('sends a signed-in user into the app, whatever else is true', () => {
  expect(destination({ ...visitor, signedIn: true })).toBe('/home');
  expect(destination({ signedIn: true, native: true, query: app })).toBe('/home');
});

it('sends the native app and app=true to sign-in', () => {
  expect(destination({ ...visitor, native: true })).toBe('/login');
  expect(destination({ ...visitor, query: app })).toBe('/login');
});
