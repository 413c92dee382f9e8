import clsx from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { SessionMenu } from '#features/sessions/detail/session-menu.tsx';
import { usePageTitle } from '#platform/page-title.ts';
import { OneSession, useDuplicate, useOneSession, useShareSheet } from '#routes/session/one-session.tsx';
import { SessionDock } from '#routes/session/session-dock.tsx';
import { buttonClass } from '#ui/button-class.ts';
import { useStickyTop } from '#ui/list/use-sticky-top.ts';

/** Longer titles would take too much of a phone's screen to stay visible. */
const LONG = 60;

/** One session as a page with its own address. */
export function SessionPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const query = useOneSession(id);
  const session = query.data;
  const { share, sheet } = useShareSheet(session);
  const duplicate = useDuplicate();
  const bar = useRef<HTMLDivElement>(null);
  useStickyTop(bar);
  const isLong = (session?.title.length ?? 0) > LONG;
  usePageTitle(session?.title ?? 'Session');
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col gap-4 px-5 md:-mb-10 md:gap-6 md:px-8 md:pt-8">
      <div
        ref={bar}
        className={clsx(
          '-mx-5 z-10 flex items-center gap-2 bg-bg-main/95 px-3 py-2 backdrop-blur md:static md:mx-0 md:px-0 md:py-0',
          isLong || 'sticky top-0',
        )}
      >
        <Link
          to="/app/calendar"
          aria-label="Calendar"
          className={buttonClass({ variant: 'ghost', square: true, className: 'rounded-full' })}
        >
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </Link>
        {session ? (
          <>
            <h1 dir="auto" className={clsx('min-w-0 flex-1 break-words md:text-2xl', isLong ? 'text-base' : 'text-lg')}>
              {session.title}
            </h1>
            <div className="flex shrink-0 items-center">
              <SessionMenu
                session={session}
                onShare={share}
                onEdit={() => void navigate(`/app/sessions/${id}/edit`)}
                onDuplicate={() => duplicate(session)}
              />
            </div>
          </>
        ) : null}
      </div>
      <OneSession query={query} heading="h1" />
      {session ? (
        <div
          data-docked=""
          className="safe-bottom sticky bottom-0 z-10 -mx-5 mt-auto border-border border-t bg-bg-main/95 backdrop-blur md:-mx-8 large-text:static"
        >
          <div className="px-5 py-2.5 md:px-8">
            <SessionDock session={session} onInvite={share} />
          </div>
        </div>
      ) : null}
      {sheet}
    </div>
  );
}
