import { useState } from 'react';
import { useStaff } from '#features/accounts/use-staff.ts';
import { ReportDecision } from '#features/safety/reports/report-decision.tsx';
import { ReportDetails } from '#features/safety/reports/report-details.tsx';
import { ReportList } from '#features/safety/reports/report-list.tsx';
import { type ReportFilter, useOpenReports } from '#features/safety/reports/reports.queries.ts';
import { Modal } from '#ui/layer/modal.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { AdminPage } from './admin-page.tsx';

/** What members have reported, and what was done about it. */
export function ReportsPage() {
  const [status, setStatus] = useState<ReportFilter>('open');
  const [opened, setOpened] = useState<string | null>(null);
  const { organizationId } = useStaff();
  const count = useOpenReports(true);
  const list = (of: ReportFilter) => <ReportList status={of} onOpen={({ id }) => setOpened(id)} />;
  return (
    <AdminPage
      title="Reports"
      text="Reported content, exactly as sent. You see only what was reported, never the rest of a private chat."
    >
      <Tabs
        label="Reports"
        value={status}
        onChange={setStatus}
        tabs={[
          { value: 'open', label: 'Open', count, content: list('open') },
          { value: 'closed', label: 'Closed', content: list('closed') },
        ]}
      />
      <Modal open={opened !== null} onOpenChange={(open) => open || setOpened(null)} title="Report" size="md">
        {opened ? (
          <ReportDetails
            key={opened}
            id={opened}
            pageOf={(userId) => `/admin/organizations/${organizationId}/users/${userId}`}
            decision={(report) => <ReportDecision report={report} onDone={() => setOpened(null)} />}
          />
        ) : null}
      </Modal>
    </AdminPage>
  );
}
