import { type ReactNode, useLayoutEffect, useState } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  createPath,
  unstable_HistoryRouter as Router,
} from 'react-router';

/** A page may take a moment to load. Tapping its link again meanwhile must not make Back lead to the same page. */
function createHistory() {
  const history = createBrowserHistory({ v5Compat: true });
  const { push } = history;
  history.push = (to, state) => {
    const { location } = history;
    const isSamePath = (typeof to === 'string' ? to : createPath(to)) === createPath(location);
    const isHere = isSamePath && JSON.stringify(state ?? null) === JSON.stringify(location.state ?? null);
    (isHere ? history.replace : push)(to, state);
  };
  return history;
}

/** The router reads the address when it starts to draw and listens once it has drawn. This catches a Back in between. */
export function HistoryRouter({ children }: { children: ReactNode }) {
  const [history] = useState(createHistory);
  const [drawn] = useState(() => location.href);
  useLayoutEffect(() => {
    if (location.href !== drawn) dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  }, [drawn]);
  return <Router history={history}>{children}</Router>;
}
