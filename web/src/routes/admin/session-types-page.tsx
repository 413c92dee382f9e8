import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useStaff } from '#features/accounts/use-staff.ts';
import { manageableSessionTypesQuery } from '#features/sessions/form/session-types.queries.ts';
import { SessionTypeEditor, SessionTypeList } from '#features/sessions/types/session-type-editor.tsx';
import { usePageTitle } from '#platform/page-title.ts';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonCards } from '#ui/status/skeleton.tsx';

/** What members can choose when they create a session. */
export function SessionTypesPage() {
  usePageTitle('Session types');
  const { organizationId, managesEverything: mayChange } = useStaff();
  const types = useQuery(manageableSessionTypesQuery(organizationId));
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <header className="flex flex-col gap-1">
        <h1 className="text-2xl">Session types</h1>
        <p className="text-text-secondary">
          What members choose from when they create a session, in this order. The length is only suggested. Icons are
          set under{' '}
          <Link to="../theme" relative="path" className="font-medium text-primary-text underline">
            Theme
          </Link>
          .
        </p>
      </header>
      {types.isPending ? (
        <SkeletonCards cards={4} className="h-18" />
      ) : types.isError ? (
        <ErrorState title="Couldn't load session types" onRetry={() => void types.refetch()} />
      ) : !mayChange ? (
        <SessionTypeList stored={types.data} />
      ) : (
        <SessionTypeEditor organizationId={organizationId} stored={types.data} onRefresh={() => void types.refetch()} />
      )}
    </div>
  );
}
