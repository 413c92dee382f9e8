import { plain } from '#routes/public/help-search.ts';
import { type GuideId, guideIds } from '#routes/shells/guide-of.ts';

export type Guide = {
  id: GuideId;
  title: string;
  /** What it is for, in one sentence. */
  text: string;
  steps: string[];
  notes?: string[];
  /** What the picture shows. */
  picture: string;
};

const contents: Record<GuideId, Omit<Guide, 'id'>> = {
  dashboard: {
    title: 'Read your dashboard',
    text: 'How your gym is doing: who trains, when, and what has changed.',
    steps: [
      'Open Dashboard. Each number is compared with the period before.',
      'Choose a location and a period at the top.',
      'Tap a number to see the people behind it, or the mark beside it to read what it counts.',
      'Switch a chart to its table, or save it as a CSV file or a picture.',
      'Tap Print for the month on one page.',
    ],
    notes: [
      'Times follow the clock of each location.',
      'A new gym sees a checklist here until there is something to count.',
    ],
    picture: 'The dashboard of a gym',
  },
  'members-at-risk': {
    title: 'Win back members at risk',
    text: "Who's at risk, and why, and what you can do about it today.",
    steps: [
      'Open Members at risk. Slipping members still come, but less; the others have gone quiet. Each has the reason in words.',
      'Choose what fits: send a message, invite them to a session at their hours, or ask a friend to reach out.',
      'Come back later: the page says how many of them trained again.',
    ],
    notes: [
      'Updated nightly from training, friends and invite replies. Never age or gender.',
      'Owners get a weekly email: what happened, who to talk to, and one thing to try.',
    ],
    picture: 'Members at risk, with reasons and what to do',
  },
  users: {
    title: 'Manage members and staff',
    text: 'Find people, help them in, and decide what they may do.',
    steps: [
      'Open Users and search by name or email, or filter by role, location, state and when they joined.',
      'Tap Add person to create an account. They get an email with a setup code.',
      'Open a person to see their sessions and attendance, and to leave notes for your team.',
      'Use the menu to edit details, change role and locations, reset the password, verify the email, or deactivate.',
    ],
    notes: [
      'Select several people to activate, deactivate or export them at once, give them a location, or resend their setup codes.',
      'An organization admin looks after everything, a location admin after the members of their own locations.',
      'A deactivated person is signed out right away and keeps their data. Deleting is for good, and says first what it means.',
      'A typo in an email? Choose Correct email in the menu. It works until they sign in for the first time.',
      'The last organization admin always stays.',
    ],
    picture: 'The list of users with search and filters',
  },
  'import-members': {
    title: 'Import members from a file',
    text: 'Bring everyone over in one go, from a spreadsheet or another system.',
    steps: [
      'Save your list as a CSV file. The columns may be in any order.',
      'Open Users, choose Import from a file in the menu, then your file.',
      'Check what each column is. We suggest it from the first row.',
      'Look at the result of the trial run. It names every row with a problem, and stores nothing.',
      'Import. All of it comes in, or nothing.',
    ],
    notes: ['You can undo an import for a day.', 'New members can get an email with a code to set their password.'],
    picture: 'Where an import starts',
  },
  locations: {
    title: 'Add and change locations',
    text: 'Each location has its own name, address, time zone, look and hours.',
    steps: [
      'Open Locations and tap Add location.',
      'Choose Edit from the menu of a location to change its name, address, time zone or look.',
      'Choose Close location for one you no longer run. Decide first what happens to its sessions and members.',
    ],
    notes: [
      'When you change the time zone, sessions keep their clock time at the gym. Before you save, you see which ones move.',
      'Members see and join sessions of the locations they have access to.',
    ],
    picture: 'The list of locations',
  },
  'opening-hours': {
    title: 'Set opening hours and holidays',
    text: 'Members plan sessions only while a location is open.',
    steps: [
      'Open Hours and choose a location.',
      'Set when each day opens and closes, also after midnight. Tap the plus to add hours after a break.',
      'Use the menu of a day to copy it to Monday to Friday, to the weekend or to every day, or to open all day and night.',
      'Choose the other locations that keep the same hours.',
      'Tap a day of the calendar to add special hours, such as a holiday.',
      'Save. If sessions no longer fit, you see them first, and move, keep or cancel them with a reason.',
    ],
    notes: [
      'Hours follow the clock of the location, also when it changes to summer time.',
      'A night belongs to the day it began: a holiday on Friday leaves Thursday night as it is.',
    ],
    picture: 'The hours of a week',
  },
  'invite-codes': {
    title: 'Invite members with codes and posters',
    text: 'New members join with a code, its link or its QR code.',
    steps: [
      'Open Invite codes and tap Invite people: paste emails in any form, and each person gets a code of their own.',
      'Or tap Create code, or Generate several for up to 100 at once.',
      'Limit it if you like: to a location, an end date or a number of uses.',
      'Copy the link, show the QR code, or save the poster as A4 or A5 for your front desk.',
      'Choose Who joined from the menu to see the people of a code.',
    ],
    notes: [
      'A new gym can mail a few new people a day. The limit grows as they join.',
      'Switch a code off to stop it for now. Deleting it ends its link for good.',
      'Below the codes you see your top inviters.',
    ],
    picture: 'Invite codes with their state and uses',
  },
  'session-types': {
    title: 'Choose your session types',
    text: 'What members pick from when they create a session.',
    steps: [
      'Open Session types.',
      'Change a name, its workout and the suggested length, or add a new type.',
      'Drag the handle to change the order, or use the arrow keys on it.',
      'Switch off what you no longer offer, then save.',
    ],
    notes: [
      'A type with upcoming sessions can be switched off, but not removed.',
      'Reset brings back the list you started with.',
    ],
    picture: 'The list of session types',
  },
  theme: {
    title: 'Make the app look like your gym',
    text: 'Your colors, fonts and logo, everywhere your members see you.',
    steps: [
      'Open Theme. Start from one color, or from your logo or a screenshot, and pick one of three suggestions.',
      'Fine-tune colors, fonts and images. The preview shows real screens on a phone and a desktop.',
      'Fix a contrast warning with one tap.',
      'Publish. Members see it right away. To go back, tap Undo and publish again, or load a saved theme.',
    ],
    notes: [
      'Save themes for seasons or events, and load them again later.',
      'The brand also shows in emails, link cards, posters and on the sign-in page.',
    ],
    picture: 'The theme editor',
  },
  announcements: {
    title: 'Send an announcement',
    text: 'News for everyone or one location: in the app, by push, and by email for members who want it.',
    steps: [
      'Open Announcements and tap Write announcement.',
      'Write a title and a text, and choose who gets it.',
      'Send it right away, or choose a day and a time.',
      'Tap Preview. You see what members will see, and how many get it.',
      'Send or schedule it. The list shows how many have read it.',
    ],
    notes: [
      'You can edit or cancel a scheduled one until it goes out. After that it stays.',
      'Push notifications wait until morning for members with quiet hours.',
    ],
    picture: 'Announcements with how many members have read them',
  },
  reports: {
    title: 'Handle reports',
    text: 'Reported content, and how to deal with it fairly.',
    steps: [
      'Open Reports. The number beside it says how many wait for you.',
      'Open one to see what was reported, as it was at that moment, and why.',
      'Decide: remove it, warn the member in your own words, suspend the account, or dismiss the report.',
    ],
    notes: [
      'The reported member never learns who reported them.',
      'You see the reported message and up to five before it. The rest of a private chat stays private.',
      'A report about an admin goes to organization admins only, and never to the admin it is about.',
      'A suspended member is signed out, gets an email, and comes back by themselves after the time you chose.',
    ],
    picture: 'The queue of open reports',
  },
  'audit-log': {
    title: 'See who changed what',
    text: 'Every change in your admin area: who made it, when, and what it was before.',
    steps: [
      'Open Audit log. The newest changes are at the top.',
      'Filter by person, by kind of change, or by time.',
      'Download what you see as a CSV file.',
    ],
    notes: [
      'Only organization admins see it, and no one can edit or delete it.',
      'What our support team did for you is marked with Support.',
    ],
    picture: 'The audit log with its filters',
  },
  moving: {
    title: 'Import and export',
    text: 'Bring your gym over from another system, or take everything with you.',
    steps: [
      'Export your members and sessions as CSV files from TeamUp, Wodify or Mindbody.',
      'Open Users, choose Import from a file in the menu, and select the file. We recognize the columns of these systems.',
      'Look at the result of the trial run, then import. Do the same with your sessions.',
      'To take everything with you, open Import and export and tap Export everything. We prepare it in the background.',
      'Download the zip file within 24 hours. Spreadsheets open right away, and another Spotter installation can import it.',
    ],
    notes: [
      'You can undo an import for a day.',
      'Chats, passwords and sign-ins are never in an export. After a move, members set a new password.',
      'To take only your members with you, open Users and choose Export all as CSV in the menu.',
      'The audit log and the charts of the dashboard download as CSV files too.',
      'Members export everything about themselves from their own profile.',
    ],
    picture: 'Import and export',
  },
};

export const guides: Guide[] = guideIds.map((id) => ({ id, ...contents[id] }));

export const findGuide = (id: string): Guide | undefined => guides.find((guide) => guide.id === id);

/** The guides that contain every word. */
export function searchGuides(query: string): Guide[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return guides.filter(({ title, text, steps, notes = [] }) => {
    const whole = plain([title, text, ...steps, ...notes].join(' '));
    return words.every((word) => whole.includes(word));
  });
}

/** Made by `npm run screenshots` from the real screens. */
const pictures = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' });

export const pictureOf = (id: GuideId): string | undefined => pictures[`./pictures/${id}.webp`];
