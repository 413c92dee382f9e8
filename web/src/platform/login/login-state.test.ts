// @vitest-environment node
import { expect, test } from 'vitest';
import { person } from '../../testing/answers.ts';
import { type LoginState, loginReducer } from './login-state.ts';

const emulation = { organization_id: 'o1', organization_name: 'Iron Harbour', original_role: 'super_admin' };
const loading: LoginState = { status: 'loading', emulation: null, gymId: 'stored', liveFrom: null, isCached: false };
const cached: LoginState = { status: 'signed-in', emulation, gymId: 'g1', liveFrom: '7', isCached: true };

test('takes the gym, the live position and the source from a loaded sign-in', () => {
  const login = { status: 'signed-in', user: person(), gymConfig: null, liveFrom: '40', isCached: true } as const;
  expect(loginReducer(loading, { type: 'loaded', login, emulation, gymId: 'g2' })).toEqual({
    status: 'signed-in',
    emulation,
    gymId: 'g2',
    liveFrom: '40',
    isCached: true,
  });
});

test('marks a sign-in from the server as not cached, without a live position right after signing in', () => {
  const login = { status: 'signed-in', user: person(), gymConfig: null } as const;
  const next = loginReducer(cached, { type: 'loaded', login, emulation: null, gymId: null });
  expect(next).toMatchObject({ isCached: false, liveFrom: null, gymId: null, emulation: null });
});

test.each(['signed-out', 'unreachable'] as const)('%s keeps the selected gym and clears the cached start', (status) => {
  const next = loginReducer(cached, { type: 'loaded', login: { status }, emulation: null, gymId: null });
  expect(next).toEqual({ status, emulation: null, gymId: 'g1', liveFrom: null, isCached: false });
});

test('ends the emulation and the wait for the server at sign-out', () => {
  expect(loginReducer(cached, { type: 'signed-out' })).toEqual({
    status: 'signed-out',
    emulation: null,
    gymId: 'g1',
    liveFrom: null,
    isCached: false,
  });
});

test('changes nothing else when loading again or switching the gym', () => {
  expect(loginReducer(cached, { type: 'loading' })).toEqual({ ...cached, status: 'loading' });
  expect(loginReducer(cached, { type: 'gym-switched', gymId: 'g2' })).toEqual({ ...cached, gymId: 'g2' });
});
