/**
 * Addresses of the specification whose screens need calls this version of the server does not answer. Each says what
 * it is for and leads to something that works. The list only ever shrinks.
 */
export type Later = {
  path: string;
  title: string;
  text: string;
  way: { label: string } & ({ to: string } | { href: string });
};

const MAIL = 'hello@spotter.example';
const mail = (label: string, subject: string) => ({
  label,
  href: `mailto:${MAIL}?subject=${encodeURIComponent(subject)}`,
});
const toApp = { label: 'Go to the app', to: '/app' };
const toDashboard = { label: 'Back to the dashboard', to: '/admin' };
const toOrganizations = { label: 'Back to organizations', to: '/super-admin/organizations' };

export const laterPages: Later[] = [
  {
    path: '/app/blocked-users',
    title: 'Blocked people',
    text: 'People you block disappear for you, and you for them. This version cannot list them.',
    way: toApp,
  },
  {
    path: '/admin/help',
    title: 'Help',
    text: 'Guides for members and owners are on the public help page, and we answer mails on working days.',
    way: { label: 'Open help', to: '/help' },
  },
  {
    path: '/admin/help/:guideId',
    title: 'Help',
    text: 'Guides for members and owners are on the public help page, and we answer mails on working days.',
    way: { label: 'Open help', to: '/help' },
  },
  {
    path: '/admin/organizations/:orgId/theme',
    title: 'Theme',
    text: 'The dashboard shows the colors your members see. Write to us to change them.',
    way: toDashboard,
  },
  {
    path: '/admin/organizations/:orgId/session-types',
    title: 'Session types',
    text: 'Your gym uses cardio, strength, classes, flexibility and sports.',
    way: toDashboard,
  },
  {
    path: '/admin/organizations/:orgId/users',
    title: 'Users',
    text: 'Write to us to change who belongs to your gym.',
    way: mail('Write to us', 'Users of our gym'),
  },
  {
    path: '/admin/organizations/:orgId/gyms',
    title: 'Locations',
    text: 'The dashboard lists your locations with their address and timezone.',
    way: toDashboard,
  },
  {
    path: '/admin/organizations/:orgId/gyms/:gymId/hours',
    title: 'Opening hours',
    text: 'Write to us to change when this location is open.',
    way: mail('Write to us', 'Opening hours of our gym'),
  },
  {
    path: '/admin/organizations/:orgId/invite-codes',
    title: 'Invite codes',
    text: 'Write to us and we send you codes for your members, with posters.',
    way: mail('Write to us', 'Invite codes for our gym'),
  },
  {
    path: '/super-admin/super-users',
    title: 'Super users',
    text: 'Super admins are made with the command that the server documentation describes.',
    way: toOrganizations,
  },
  {
    path: '/super-admin/demo',
    title: 'Demo management',
    text: 'No demo is running on this installation.',
    way: toOrganizations,
  },
  {
    path: '/super-admin/generate-demo-data',
    title: 'Generate demo data',
    text: 'A fresh installation comes with sample organizations and people.',
    way: toOrganizations,
  },
];

export const laterModals = {
  friends: {
    title: 'Friends',
    heading: 'Your friends will be here',
    text: 'This version cannot list them. The calendar shows everybody who trains at your gym.',
  },
  messages: {
    title: 'Messages',
    heading: 'Your conversations will be here',
    text: 'This version cannot open them. Your notifications tell who has written to you.',
  },
} as const;
