import { ChevronRight } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useLogin } from '#platform/login/use-login.ts';
import { usePageTitle } from '#platform/page-title.ts';
import { Card } from '#ui/card.tsx';

/** `/admin/theme` and `/admin/users` ask for an organization first, then open its page. */
const destination = (pathname: string) => /^\/admin\/(theme|users)\/?$/.exec(pathname)?.[1] ?? 'dashboard';

export function SelectOrganizationPage() {
  usePageTitle('Choose an organization');
  const { user, emulation } = useLogin();
  const { pathname } = useLocation();
  const organization =
    user?.organization ?? (emulation && { id: emulation.organization_id, name: emulation.organization_name });
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6 px-4 pt-5 md:px-8 md:pt-8">
      <header className="flex flex-col gap-1">
        <h1 className="text-2xl">Choose an organization</h1>
        <p className="text-text-secondary">
          {emulation ? "You're inside this organization. Exit it to choose another." : 'You manage this organization.'}
        </p>
      </header>
      {organization ? (
        <Card padded={false}>
          <Link
            to={`/admin/organizations/${organization.id}/${destination(pathname)}`}
            className="flex items-center justify-between gap-4 rounded-card p-5 font-semibold transition hover:bg-bg-secondary"
          >
            {organization.name}
            <ChevronRight aria-hidden="true" className="size-5 text-text-tertiary" />
          </Link>
        </Card>
      ) : null}
    </div>
  );
}
