import { Activity, Building2, Database, FlaskConical, ShieldCheck } from 'lucide-react';
import { SidebarLayout } from './admin-shell.tsx';

const entries = [
  { to: '/super-admin/organizations', label: 'Organizations', icon: Building2 },
  { to: '/super-admin/super-users', label: 'Super users', icon: ShieldCheck },
  { to: '/super-admin/operations', label: 'Operations', icon: Activity },
  { to: '/super-admin/demo', label: 'Demo', icon: FlaskConical },
  { to: '/super-admin/generate-demo-data', label: 'Demo data', icon: Database },
];

export const SuperAdminShell = () => <SidebarLayout heading="Spotter" note="Platform" entries={entries} />;
