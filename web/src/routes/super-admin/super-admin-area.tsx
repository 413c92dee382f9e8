import { Navigate, Route, Routes } from 'react-router';
import { page } from '#routes/page.tsx';
import { SuperAdminShell } from '#routes/shells/super-admin-shell.tsx';

const Organizations = page(() => import('#routes/super-admin/organizations-page.tsx'), 'OrganizationsPage');
const SuperUsers = page(() => import('#routes/super-admin/super-users-page.tsx'), 'SuperUsersPage');
const Demos = page(() => import('#routes/super-admin/demos-page.tsx'), 'DemosPage');
const Operations = page(() => import('#routes/super-admin/operations-page.tsx'), 'OperationsPage');
const DemoData = page(() => import('#routes/super-admin/demo-data-page.tsx'), 'DemoDataPage');

/** Everything below /super-admin. */
export function SuperAdminArea() {
  return (
    <Routes>
      <Route element={<SuperAdminShell />}>
        <Route index element={<Navigate to="organizations" replace />} />
        <Route path="organizations" element={<Organizations />} />
        <Route path="super-users" element={<SuperUsers />} />
        <Route path="demo" element={<Demos />} />
        <Route path="operations" element={<Operations />} />
        <Route path="generate-demo-data" element={<DemoData />} />
      </Route>
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
