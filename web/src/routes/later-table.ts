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
const toCalendar = { label: 'See what is on', to: '/app/calendar' };
const toApp = { label: 'Go to the app', to: '/app' };
const toDashboard = { label: 'Back to the dashboard', to: '/admin' };
const toOrganizations = { label: 'Back to organisations', to: '/super-admin/organizations' };
const toInviteCode = { label: 'Have an invite code?', to: '/login?invite=true' };

export const laterPages: Later[] = [
  {
    path: '/register',
    title: 'Join your gym on Spotter',
    text: 'Members come in with a code from their gym. Your front desk has one for you.',
    way: toInviteCode,
  },
  {
    path: '/register/google-complete',
    title: 'One more thing: your invite code',
    text: 'An invite code is required to complete registration',
    way: toInviteCode,
  },
  {
    path: '/register/apple-complete',
    title: 'One more thing: your invite code',
    text: 'An invite code is required to complete registration',
    way: toInviteCode,
  },
  {
    path: '/register/gym',
    title: 'Bring Spotter to your gym',
    text: 'Write to us with the name of your gym and how many locations you run. We set you up together with you.',
    way: mail('Write to us', 'Spotter for our gym'),
  },
  {
    path: '/register/gym-simple',
    title: 'Start your 30-day free trial',
    text: 'Write to us with the name of your gym, and your trial begins the day it is set up.',
    way: mail('Write to us', 'Spotter trial for our gym'),
  },
  {
    path: '/nominate',
    title: 'Nominate your gym',
    text: 'Tell us which gym you train at and why it should be on Spotter. We talk to the owner.',
    way: mail('Nominate by mail', 'A gym for Spotter'),
  },
  {
    path: '/demo',
    title: 'See Spotter with sample people',
    text: 'We show you around in a video call, with a gym full of sample members.',
    way: mail('Ask for a demo', 'A demo of Spotter'),
  },
  {
    path: '/i/:type/:code',
    title: 'You are invited',
    text: 'Sign in, or use the code your gym gave you, and find the person who invited you inside.',
    way: toInviteCode,
  },
  {
    path: '/onboarding',
    title: 'Set up your gym',
    text: 'Write to us to finish the set-up of your gym; it takes us a few minutes.',
    way: mail('Write to us', 'Finish setting up our gym'),
  },
  {
    path: '/app/blocked-users',
    title: 'Blocked people',
    text: 'People you block disappear for you, and you for them. This version cannot list them.',
    way: toApp,
  },
  {
    path: '/app/session-join',
    title: 'Join this session',
    text: 'Find it in the calendar of your gym.',
    way: toCalendar,
  },
  {
    path: '/app/session-share',
    title: 'A session for you',
    text: 'Find it in the calendar of your gym.',
    way: toCalendar,
  },
  {
    path: '/app/friend-invite',
    title: 'A friend invites you',
    text: 'See who trains when, and find the person who invited you.',
    way: toCalendar,
  },
  {
    path: '/app/platform-invite',
    title: 'A friend invites you',
    text: 'See who trains when, and find the person who invited you.',
    way: toCalendar,
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
    text: 'The dashboard shows the colours your members see. Write to us to change them.',
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
    text: 'A fresh installation comes with sample organisations and people.',
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
  'create-session': {
    title: 'Create session',
    heading: 'Plan a session',
    text: 'This version shows the sessions of your gym but cannot make one. See what others have planned.',
  },
} as const;
