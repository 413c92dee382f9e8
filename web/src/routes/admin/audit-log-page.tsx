import { useMutation } from '@tanstack/react-query';
import { Download, Lock } from 'lucide-react';
import { useState } from 'react';
import { useStaff } from '#features/accounts/use-staff.ts';
import { noFilters, queryOf } from '#features/audit/audit-filters.ts';
import { AuditLog } from '#features/audit/audit-log.tsx';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { saveFile } from '#platform/save-file.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/status/empty-state.tsx';
import { AdminPage } from './admin-page.tsx';

/** Who changed what in the organization. */
export function AuditLogPage() {
  const { managesEverything } = useStaff();
  return managesEverything ? (
    <OwnersLog />
  ) : (
    <AdminPage title="Audit log" text="Every change in the admin area: who made it, and when.">
      <EmptyState
        icon={<Lock />}
        title="The audit log is for organization admins"
        text="It shows the changes at every location. Ask an admin of your organization."
      />
    </AdminPage>
  );
}

function OwnersLog() {
  const [filters, setFilters] = useState(noFilters);
  const download = useMutation({
    mutationFn: () => api.exportAuditLog({ query: queryOf(filters) }),
    onSuccess: (file) => saveFile(file, `audit-log-${new Date().toISOString().slice(0, 10)}.csv`),
    onError: (error) => toasts.error(errorText(error, "Couldn't download the audit log. Try again.")),
  });
  return (
    <AdminPage
      title="Audit log"
      text="Every change in your admin area: who made it, when, and what it was before. No one can edit or delete it."
      actions={
        <Button variant="secondary" icon={<Download />} loading={download.isPending} onClick={() => download.mutate()}>
          Download CSV
        </Button>
      }
    >
      <AuditLog filters={filters} onFilters={setFilters} />
    </AdminPage>
  );
}
