import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** The page renders after the browser's own jump to the anchor, which finds nothing. */
export function useScrollToHash() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [hash]);
}
