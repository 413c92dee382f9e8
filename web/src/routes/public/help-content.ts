export type HelpAnswer = { id: string; question: string; text: string; steps?: string[]; after?: string };
export type HelpTopic = { id: string; title: string; answers: HelpAnswer[] };
export type HelpGroup = { id: string; title: string; topics: HelpTopic[] };

const members: HelpTopic[] = [
  {
    id: 'joining',
    title: 'Joining and signing in',
    answers: [
      {
        id: 'join-gym',
        question: 'How do I join my gym?',
        text: 'You need an invitation: a code from the front desk, a link, a QR code, or a friend who is already in.',
        steps: [
          'Open the link, or choose "Have an invite code?" on the sign-in screen and type the code.',
          'Type your email, your name and a password of at least 8 characters.',
          'If the gym has several locations, pick the one you train at.',
        ],
      },
      {
        id: 'no-gym',
        question: 'My gym is not on Spotter. What now?',
        text: 'Choose "Request your gym" on the sign-in screen and tell us about it. We write to the owner, and let you know by the way you choose, email or phone.',
      },
      {
        id: 'code-refused',
        question: 'My invite code does not work',
        text: 'Codes can expire, run out of uses or be switched off by the gym. Check for a mixed-up O and 0, then ask the front desk for a new one. After many wrong tries we pause for a while, so that nobody can guess codes.',
      },
      {
        id: 'forgot-password',
        question: 'I forgot my password',
        text: 'Choose "Forgot password?" on the sign-in screen. If there is an account with your email, a link arrives within a minute or two. Look in the spam folder as well. Setting a new password ends your sign-ins everywhere else.',
      },
      {
        id: 'setup-code',
        question: 'What is a setup code?',
        text: 'If your gym made the account for you, the welcome email carries a setup code of letters, year and letters. Use it in place of a password within 14 days, once; the app then asks you to choose a password of your own.',
      },
      {
        id: 'verify-email',
        question: 'The verification code does not arrive',
        text: 'It has 6 digits and is good for 15 minutes. Look in the spam folder, then choose Resend; you can ask for a new one once a minute. After 5 wrong tries you need a new code.',
      },
    ],
  },
  {
    id: 'sessions',
    title: 'Sessions',
    answers: [
      {
        id: 'create-session',
        question: 'How do I start a session?',
        text: 'Tap the round Create button. What you usually train is ready at the top: tap it, then Create session. Or choose yourself:',
        steps: [
          'Choose the kind of workout. The title follows from it until you write your own.',
          'Pick the day and the start. Slots in which your gym is closed, or would close too soon, cannot be chosen and say why. If you are in another session then, you are told.',
          'Set length and places (60 minutes and 10 places unless you change them). Levels, repeats, a description and friends to invite are one tap further down.',
        ],
        after: 'Everyone who can use that gym sees it. Share it with a link, a QR code or in a chat.',
      },
      {
        id: 'repeat-session',
        question: 'Can a session repeat, and can I change it later?',
        text: 'Yes: weekly on the days you like, monthly, or by a rule of your own, for ever or until you say. Days on which the gym is closed are left out. Open a session you host and choose Edit; for a repeating one you say whether the change is for this one, the following, or all to come. Everyone in it is told.',
      },
      {
        id: 'join-session',
        question: 'How do I join one, and why can I not join some?',
        text: 'Open the session and tap Join. The button is missing when the session has started or is full, or when your level or its gender preference does not fit. A full session has a waitlist: when a place is freed, it is offered in order.',
      },
      {
        id: 'running-late',
        question: 'I am running late, or cannot come',
        text: 'Use the quick actions on the session: On my way, Running late, Arrived, Can’t make it, Need a spotter. The others are told at once. If you leave, your place goes to the next person waiting.',
      },
      {
        id: 'other-time',
        question: 'Can I suggest another time?',
        text: 'Yes. Open the session and propose a time with a short message. The host accepts, declines, or suggests another one. When a proposal is accepted the session moves and everybody is told.',
      },
      {
        id: 'host-leaves',
        question: 'What happens when the host leaves?',
        text: 'The person who has been in the session longest becomes the host. When the last one leaves, the session is cancelled.',
      },
      {
        id: 'calendar',
        question: 'Can I see my sessions in my own calendar?',
        text: 'Each session can be saved as a calendar file, and your profile has a private calendar address to subscribe to. Keep that address to yourself: whoever has it can read your plans.',
      },
    ],
  },
  {
    id: 'people',
    title: 'Friends and messages',
    answers: [
      {
        id: 'find-people',
        question: 'How do I find people to train with?',
        text: 'Home suggests members of your organization by goals, schedule and fitness level, and says why. The more of your profile you fill in, the better they fit. You can also search by name under Friends.',
      },
      {
        id: 'invite-friend',
        question: 'How do I bring a friend?',
        text: 'Share your own invitation link from Friends. Whoever joins through it is your friend from the start.',
      },
      {
        id: 'mute',
        question: 'How do I quieten a conversation?',
        text: 'Open its menu and mute it for 1 hour, 8 hours, 1 day, 1 week or until you change your mind. Unread messages are still counted, but nothing rings. Archive puts it out of sight.',
      },
      {
        id: 'edit-message',
        question: 'Can I edit or delete a message?',
        text: 'Your own, within 15 minutes of sending it.',
      },
      {
        id: 'block',
        question: 'How do I block somebody?',
        text: 'Open their profile and choose Block. You vanish for each other: in lists, search, sessions and direct messages; in a shared group their messages are folded away. They are not told. You find and undo your blocks under Profile.',
      },
    ],
  },
  {
    id: 'account',
    title: 'Your account and data',
    answers: [
      {
        id: 'notifications',
        question: 'How do I change what I am told?',
        text: 'Profile, Notifications: each kind can be switched for the app, push and email. Emails are off unless you switch them on; mails about your account itself always go out.',
      },
      {
        id: 'several-gyms',
        question: 'I train at more than one location',
        text: 'If your gym gave you several, switch between them with the gym’s name at the top. Times are shown in the time zone of the gym.',
      },
      {
        id: 'sign-ins',
        question: 'Somebody else may be using my account',
        text: 'Profile, Sign-ins shows every device. End the ones you do not know, then change your password, which ends all the others.',
      },
      {
        id: 'export',
        question: 'How do I get a copy of my data?',
        text: 'Profile, Export my data. You get a file with everything we hold about you, at once.',
      },
      {
        id: 'delete-account',
        question: 'How do I delete my account?',
        text: 'Profile, Delete account. You confirm with your password. It is immediate and cannot be undone, so export your data first if you want to keep it.',
      },
    ],
  },
];

const owners: HelpTopic[] = [
  {
    id: 'starting',
    title: 'Getting started',
    answers: [
      {
        id: 'register-gym',
        question: 'How do I register my gym?',
        text: 'Choose "Join the free pilot" on our front page. It takes three short steps: your organization, one location, your own account. An email brings your sign-in. Then:',
        steps: [
          'Sign in and choose a password of your own.',
          'Confirm your email with the 6-digit code.',
          'Complete the gym profile: opening hours, session types, theme.',
          'Invite your staff and members.',
        ],
      },
      {
        id: 'opening-hours',
        question: 'Why do opening hours matter?',
        text: 'Members can only plan sessions while you are open, in the time zone of that location. Set the week under Hours, and add exceptions for holidays; several locations can be changed together.',
      },
      {
        id: 'locations',
        question: 'How do I add another location?',
        text: 'Under Locations. Each has its own name, address, time zone and hours. Give members access to it, or make invite codes that lead straight there.',
      },
    ],
  },
  {
    id: 'members',
    title: 'Members and admins',
    answers: [
      {
        id: 'invite-codes',
        question: 'How do I invite members?',
        text: 'Under Invite codes make a code, or up to 100 at once. A code may be tied to a location, a last day or a number of uses, can be switched off, and comes with a link to copy and a QR code to print.',
      },
      {
        id: 'roles',
        question: 'What may each role do?',
        text: 'An organization admin manages everything in the organization. A gym admin sees and manages only the locations given to them, and their ordinary members. Nobody can hand out a role above their own, and the last organization admin cannot be removed.',
      },
      {
        id: 'reset-member',
        question: 'A member cannot get in',
        text: 'Under Users, open the person. You can reset the password (they get a setup code by email), mark the email as verified, or complete the onboarding for them. A reset ends all their sign-ins.',
      },
      {
        id: 'remove-member',
        question: 'How do I remove somebody?',
        text: 'Under Users, deactivate or delete the account. It takes effect with their next click, on every device.',
      },
      {
        id: 'private-messages',
        question: 'Can we read members’ messages?',
        text: 'No. Private conversations are closed to gyms, and to our own operators too.',
      },
    ],
  },
  {
    id: 'brand',
    title: 'Your brand',
    answers: [
      {
        id: 'theme',
        question: 'How do I put our colors and logo on the app?',
        text: 'Under Theme. You see the real screens change while you edit, with a contrast verdict beside each color. Text always stays readable: where a color would not be, the nearest one that is takes its place. A dark background turns the whole app dark.',
      },
      {
        id: 'images',
        question: 'Which images can I upload?',
        text: 'PNG, JPEG, WebP and SVG, up to 5 MB. They are redrawn on our side, so hidden information in them is dropped.',
      },
      {
        id: 'saved-themes',
        question: 'Can I keep several themes?',
        text: 'Yes. Save as many as you like, try one, go back to another, or reset to the default.',
      },
    ],
  },
  {
    id: 'figures',
    title: 'Figures',
    answers: [
      {
        id: 'dashboard',
        question: 'What does the dashboard count?',
        text: 'Sessions, members who took part, popular times and kinds of workout, for 7, 30 or 90 days or 12 months, in one location or all. Days are counted in the location’s own time zone, and each figure says what it counts when you point at it.',
      },
      {
        id: 'at-risk',
        question: 'Who counts as about to leave?',
        text: 'A member who came regularly and stopped. The list says why in words, such as "no session for 3 weeks, was 2 a week", so that you can say hello while it still helps.',
      },
      {
        id: 'export-figures',
        question: 'Can I take the figures along?',
        text: 'Every chart can be read as a table and exported as a file for your spreadsheet.',
      },
    ],
  },
];

export const help: HelpGroup[] = [
  { id: 'for-members', title: 'For members', topics: members },
  { id: 'for-owners', title: 'For owners and admins', topics: owners },
];
