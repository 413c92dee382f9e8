import { useEffect } from 'react';
import { useLogin } from '#platform/login/use-login.ts';
import { shownCount } from '#ui/shown-count.ts';

let page: string | null = null;
let unread = 0;

/** '(3) Calendar · Iron Harbour' */
function show() {
  page ??= document.title;
  document.title = unread > 0 ? `(${shownCount(unread)}) ${page}` : page;
}

/** The tab's title: the page, then the organization. */
export function usePageTitle(title: string, brandOfPage?: string) {
  const { gymConfig } = useLogin();
  const brand = brandOfPage ?? gymConfig?.organization?.name ?? 'Spotter';
  useEffect(() => {
    page = `${title} · ${brand}`;
    show();
  }, [title, brand]);
}

/** Shows the number of unread notifications in the tab's title and on the installed app's icon. */
export function useUnreadMarks(count: number) {
  useEffect(() => {
    unread = count;
    show();
    // Not every browser has badges, and some refuse them outside an installed app.
    void navigator.setAppBadge?.(count).catch(() => {});
  }, [count]);
  useEffect(
    () => () => {
      unread = 0;
      show();
      void navigator.clearAppBadge?.().catch(() => {});
    },
    [],
  );
}
