import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import { SessionAction } from '#features/sessions/spots/session-action.tsx';
import { usePageTitle } from '#platform/page-title.ts';
import { useModals } from '#routes/modals/modals.ts';
import { OneSession, useOneSession } from '#routes/session/one-session.tsx';

/** One session as a page of its own, with an address that can be kept. */
export function SessionPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const modals = useModals();
  const session = useOneSession(id);
  usePageTitle(session.data?.title ?? 'Session');
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4 px-5 pt-4 max-md:pb-24 md:px-8 md:pt-8">
      <Link
        to="/app/calendar"
        className="touch-target inline-flex items-center gap-2 self-start py-1 text-sm text-text-secondary hover:text-text-primary"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        Calendar
      </Link>
      <OneSession query={session} heading="h1" isPage onEdit={() => void navigate(`/app/sessions/${id}/edit`)} />
      {session.data ? (
        // Above the bottom bar, whose round button rises into it.
        <div className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 border-border border-t bg-bg-main/95 px-5 pt-3 pb-7 backdrop-blur md:hidden">
          <SessionAction session={session.data} onShowProfile={() => modals.open({ name: 'profile' })} />
        </div>
      ) : null}
    </div>
  );
}
