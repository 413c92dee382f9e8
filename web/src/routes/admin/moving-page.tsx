import { FileSpreadsheet, Lock } from 'lucide-react';
import { Link } from 'react-router';
import { useStaff } from '#features/accounts/use-staff.ts';
import { OrganizationExports } from '#features/moving/organization-export.tsx';
import { useLogin } from '#platform/login/use-login.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/status/empty-state.tsx';
import { AdminPage } from './admin-page.tsx';

/** The way in for a gym that comes from elsewhere, and the way out with everything it has. */
export function MovingPage() {
  const { gymConfig } = useLogin();
  const { organizationId, managesEverything } = useStaff();
  return (
    <AdminPage title="Import and export" text="Bring your gym over from another program, or take everything with you.">
      <Card className="flex flex-wrap items-center gap-4">
        <FileSpreadsheet aria-hidden="true" className="size-6 shrink-0 text-primary-text" />
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
          <h2 className="text-lg">Bring members and sessions along</h2>
          <p className="text-text-secondary">From CSV files of TeamUp, Wodify, Mindbody or any spreadsheet.</p>
        </div>
        <Link
          to={`/admin/organizations/${organizationId}/users/import`}
          className="touch-target font-medium text-primary-text text-sm hover:underline"
        >
          Import from a file
        </Link>
      </Card>
      {managesEverything ? (
        <OrganizationExports organizationName={gymConfig?.organization?.name ?? 'your organization'} />
      ) : (
        <EmptyState
          icon={<Lock />}
          title="Exports are for organization admins"
          text="An export contains every location. Ask an admin of your organization to make one."
        />
      )}
    </AdminPage>
  );
}
