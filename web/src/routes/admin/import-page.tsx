import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { SetupMails } from '#features/accounts/bulk/setup-mails.tsx';
import { ImportHistory } from '#features/accounts/import/import-history.tsx';
import { ImportWizard } from '#features/accounts/import/import-wizard.tsx';
import { useStaff } from '#features/accounts/use-staff.ts';
import { usePageTitle } from '#platform/page-title.ts';

/** Members and sessions from another program's file. */
export function ImportPage() {
  usePageTitle('Import');
  const { organizationId } = useStaff();
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <Link
        to={`/admin/organizations/${organizationId}/users`}
        className="-ml-2 flex min-h-11 items-center gap-2 self-start px-2 font-medium text-primary-text text-sm"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        All users
      </Link>
      <header className="flex flex-col gap-1">
        <h1 className="text-2xl">Import</h1>
        <p className="text-text-secondary">
          Bring your members and sessions along. Nothing is stored until you say so.
        </p>
      </header>
      <ImportWizard />
      <SetupMails />
      <section className="flex flex-col gap-3">
        <h2 className="text-xl">Your imports</h2>
        <ImportHistory />
      </section>
    </div>
  );
}
