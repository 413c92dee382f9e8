import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

type Change = (search: URLSearchParams) => URLSearchParams;

/** The search part of the address. A change builds on the one before, also when the page hasn't rendered that yet. */
export function useAddressSearch(): [search: URLSearchParams, change: (change: Change) => void] {
  const [search, setSearch] = useSearchParams();
  const newest = useRef(search);
  useEffect(() => {
    newest.current = search;
  }, [search]);
  const change = useCallback(
    (next: Change) => {
      newest.current = next(new URLSearchParams(newest.current));
      setSearch(newest.current, { replace: true, preventScrollReset: true });
    },
    [setSearch],
  );
  return [search, change];
}
