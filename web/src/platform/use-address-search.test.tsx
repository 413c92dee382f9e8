import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { useAddressSearch } from './use-address-search.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/admin?location=quay']}>{children}</MemoryRouter>
);
const setting = (name: string, value: string) => (search: URLSearchParams) => {
  search.set(name, value);
  return search;
};

test('keeps both of two changes that are made before the page renders', () => {
  const { result } = renderHook(() => ({ change: useAddressSearch()[1], address: useLocation().search }), { wrapper });
  act(() => {
    result.current.change(setting('location', 'wharf'));
    result.current.change(setting('range', '90d'));
  });
  expect(result.current.address).toBe('?location=wharf&range=90d');
});
