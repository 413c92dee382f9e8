import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { clearLocalStorage } from '#platform/theme/last-organization.ts';
import { dropDraft, dropDraftsOfOthers, useDraftState, useTextDraft } from './draft.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const textOf = (userId: string) => renderHook(() => useTextDraft(userId, 'conversations:c1')).result;

test('brings a text back to its writer after the sign-in expired', () => {
  localStorage.setItem('selected_gym_id', 'g1');
  const written = textOf('ana');
  act(() => written.current[1]('See you at six'));
  clearLocalStorage({ keepTexts: true });
  dropDraftsOfOthers('ana');
  expect(localStorage.getItem('selected_gym_id')).toBeNull();
  expect(textOf('ana').current[0]).toBe('See you at six');
});

test('keeps a group that is half put together, until it is created', () => {
  const open = () => renderHook(() => useDraftState('group', () => ({ name: '', people: ['ana'] }))).result;
  const form = open();
  act(() => form.current[1]({ name: 'Squat club' }));
  expect(open().current[0]).toEqual({ name: 'Squat club', people: ['ana'] });
  dropDraft('group');
  expect(open().current[0].name).toBe('');
});

test('leaves nothing of one member to the next', () => {
  dropDraftsOfOthers('ana');
  const written = textOf('ana');
  act(() => written.current[1]('See you at six'));
  sessionStorage.setItem('draft:create-session', '{"title":"Leg day"}');
  sessionStorage.setItem('pendingShareToken', 'tok');
  dropDraftsOfOthers('ben');
  expect(textOf('ben').current[0]).toBe('');
  expect(localStorage).toHaveLength(0);
  expect(Object.keys(sessionStorage).sort()).toEqual(['drafts-of', 'pendingShareToken']);
});

test('changes with the text in another tab, where it may have been sent', () => {
  const shown = textOf('ana');
  act(() => shown.current[1]('See you at six'));
  const elsewhere = (newValue: string | null) => {
    const key = 'text:ana:conversations:c1';
    if (newValue === null) localStorage.removeItem(key);
    else localStorage.setItem(key, newValue);
    act(() => window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage })));
  };
  elsewhere('See you at seven');
  expect(shown.current[0]).toBe('See you at seven');
  elsewhere(null);
  expect(shown.current[0]).toBe('');
});

test('shows on one screen what is written on another', () => {
  const [composer, list] = [textOf('ana'), textOf('ana')];
  act(() => composer.current[1]('See you at six'));
  expect(list.current[0]).toBe('See you at six');
});
