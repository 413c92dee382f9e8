import { Navigate, Route, Routes } from 'react-router';
import { page } from '#routes/page.tsx';
import { AdminShell } from '#routes/shells/admin-shell.tsx';

const AdminDashboard = page(() => import('#routes/admin/dashboard-page.tsx'), 'AdminDashboardPage');
const InviteCodes = page(() => import('#routes/admin/invite-codes-page.tsx'), 'InviteCodesPage');
const MembersAtRisk = page(() => import('#routes/admin/members-at-risk-page.tsx'), 'MembersAtRiskPage');
const SessionTypes = page(() => import('#routes/admin/session-types-page.tsx'), 'SessionTypesPage');
const Announcements = page(() => import('#routes/admin/announcements-page.tsx'), 'AnnouncementsPage');
const Reports = page(() => import('#routes/admin/reports-page.tsx'), 'ReportsPage');
const AuditLog = page(() => import('#routes/admin/audit-log-page.tsx'), 'AuditLogPage');
const Moving = page(() => import('#routes/admin/moving-page.tsx'), 'MovingPage');
const Gyms = page(() => import('#routes/admin/gyms-page.tsx'), 'GymsPage');
const Users = page(() => import('#routes/admin/users-page.tsx'), 'UsersPage');
const ImportUsers = page(() => import('#routes/admin/import-page.tsx'), 'ImportPage');
const Member = page(() => import('#routes/admin/member-page.tsx'), 'MemberPage');
const Hours = page(() => import('#routes/admin/hours-page.tsx'), 'HoursPage');
const Theme = page(() => import('#routes/admin/theme-page.tsx'), 'ThemePage');
const AdminHelp = page(() => import('#routes/admin/help/help-page.tsx'), 'AdminHelpPage');
const AdminGuide = page(() => import('#routes/admin/help/guide-page.tsx'), 'AdminGuidePage');
const SelectOrganization = page(() => import('#routes/admin/select-organization-page.tsx'), 'SelectOrganizationPage');

/** Everything below /admin. Members and visitors don't load its list of pages. */
export function AdminArea() {
  return (
    <Routes>
      <Route element={<AdminShell />}>
        <Route index element={<AdminDashboard />} />
        <Route path="theme" element={<SelectOrganization />} />
        <Route path="users" element={<SelectOrganization />} />
        <Route path="organizations" element={<SelectOrganization />} />
        <Route path="select-organization" element={<SelectOrganization />} />
        <Route path="help" element={<AdminHelp />} />
        <Route path="help/:guideId" element={<AdminGuide />} />
        <Route path="organizations/:orgId">
          <Route index element={<Navigate to="dashboard" replace />} />
          <Route path="dashboard" element={<AdminDashboard />} />
          <Route path="theme" element={<Theme />} />
          <Route path="session-types" element={<SessionTypes />} />
          <Route path="users" element={<Users />} />
          <Route path="users/import" element={<ImportUsers />} />
          <Route path="users/:userId" element={<Member />} />
          <Route path="gyms" element={<Gyms />} />
          <Route path="gyms/:gymId/hours" element={<Hours />} />
          <Route path="invite-codes" element={<InviteCodes />} />
          <Route path="announcements" element={<Announcements />} />
          <Route path="reports" element={<Reports />} />
          <Route path="audit-log" element={<AuditLog />} />
          <Route path="moving" element={<Moving />} />
          <Route path="members-at-risk" element={<MembersAtRisk />} />
        </Route>
      </Route>
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
