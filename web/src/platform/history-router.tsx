import { type ReactNode, useLayoutEffect, useState } from 'react';
import { BrowserRouter } from 'react-router';

/** The router reads the address when it starts to draw and listens once it has drawn. This catches a Back in between. */
export function HistoryRouter({ children }: { children: ReactNode }) {
  const [drawn] = useState(() => location.href);
  useLayoutEffect(() => {
    if (location.href !== drawn) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, [drawn]);
  return <BrowserRouter>{children}</BrowserRouter>;
}
