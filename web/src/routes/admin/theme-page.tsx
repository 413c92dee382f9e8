import { useQuery } from '@tanstack/react-query';
import { Palette } from 'lucide-react';
import { useStaff } from '#features/accounts/use-staff.ts';
import { publishedThemeQuery } from '#features/organizations/theme/theme.queries.ts';
import { ThemeEditor } from '#features/organizations/theme/theme-editor.tsx';
import { useLogin } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

/** The organization's brand: colors, fonts, logo and icons. */
export function ThemePage() {
  usePageTitle('Theme');
  const { gymConfig } = useLogin();
  const { organizationId, managesEverything: mayChange } = useStaff();
  const published = useQuery({ ...publishedThemeQuery(organizationId), enabled: mayChange });
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-6 px-4 pb-8 md:px-8">
      {mayChange ? null : (
        <EmptyState
          icon={<Palette />}
          heading="h1"
          title="Your organization's admins choose the theme"
          text="Ask one of them to change colors, fonts, the logo or the icons."
        />
      )}
      {mayChange && published.isPending ? (
        <div aria-busy="true" className="grid gap-8 pt-6 lg:grid-cols-[27rem_minmax(0,1fr)]">
          <Skeleton className="h-128 rounded-card" />
          <Skeleton className="h-128 rounded-card max-lg:hidden" />
        </div>
      ) : null}
      {published.isError ? (
        <ErrorState title="Couldn't load your theme" onRetry={() => void published.refetch()} />
      ) : null}
      {mayChange && published.data ? (
        <ThemeEditor published={published.data} isBrandingOn={gymConfig?.organization?.white_label_enabled !== false} />
      ) : null}
    </div>
  );
}
