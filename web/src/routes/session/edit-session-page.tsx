import { ArrowLeft, Lock } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import { EditSession } from '#features/sessions/form/edit-session.tsx';
import { usePageTitle } from '#platform/page-title.ts';
import { buttonClass } from '#ui/button-class.ts';
import { useLeaveSteps } from '#ui/layer/back-steps.ts';
import { EmptyState } from '#ui/status/empty-state.tsx';
import { OneSession, useOneSession } from './one-session.tsx';

/** Edits a session on its own page. */
export function EditSessionPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const leaveSteps = useLeaveSteps();
  const session = useOneSession(id);
  const back = `/app/sessions/${id}`;
  usePageTitle(session.data ? `Edit ${session.data.title}` : 'Edit session');
  if (!session.data || session.isPlaceholderData)
    return (
      <div className="mx-auto max-w-6xl px-5 pt-4 md:px-8 md:pt-8">
        <OneSession query={session} heading="h1" />
      </div>
    );
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 px-5 pt-4 md:px-8 md:pt-8">
      <Link
        to={back}
        className="touch-target inline-flex items-center gap-2 self-start py-1 text-sm text-text-secondary hover:text-text-primary"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        Session
      </Link>
      <h1 dir="auto" className="line-clamp-2 break-words text-2xl">
        Edit {session.data.title}
      </h1>
      {session.data.can_edit ? (
        <EditSession
          session={session.data}
          place="page"
          onDone={() => leaveSteps(() => void navigate(back, { replace: true }))}
        />
      ) : (
        <EmptyState
          icon={<Lock />}
          title="You can't edit this session"
          text="Only the host can edit it, and only before it starts."
          action={
            <Link to={back} className={buttonClass()}>
              View session
            </Link>
          }
        />
      )}
    </div>
  );
}
