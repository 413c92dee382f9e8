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
        text: 'You need an invite: a code from the front desk, a link, a QR code, or a friend who is already a member.',
        steps: [
          'Open the link, or tap "Have an invite code?" on the sign-in screen and enter the code.',
          'Enter your email, your name and a password of at least 8 characters.',
          'If the gym has several locations, pick the one you train at.',
        ],
      },
      {
        id: 'no-gym',
        question: "My gym isn't on Spotter. What now?",
        text: `Tap "Have an invite code?" on the sign-in screen, then "Request your gym", and tell us about it. We'll contact the owner and let you know how it goes, by email or phone.`,
      },
      {
        id: 'code-refused',
        question: "My invite code doesn't work",
        text: 'Codes can expire, run out of uses or be switched off by the gym. Check for a mixed-up O and 0, then ask the front desk for a new one. After too many wrong tries we pause for a while, so codes stay safe from guessing.',
      },
      {
        id: 'forgot-password',
        question: 'I forgot my password',
        text: `Tap "Forgot password?" on the sign-in screen. If your email has an account, you'll get a link within a minute or two. Check your spam folder too. Setting a new password signs you out everywhere else.`,
      },
      {
        id: 'setup-code',
        question: 'What is a setup code?',
        text: "If your gym created your account, your welcome email has a setup code. Use it once, within 14 days, instead of a password. You'll then set your own password.",
      },
      {
        id: 'verify-email',
        question: "My verification code hasn't arrived",
        text: 'Check your spam folder, then tap Resend code. You can get a new one once a minute. A code has 6 digits and works for 15 minutes. After 5 wrong tries you need a new one.',
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
        text: 'Tap the round Create button. Your usual workout is ready at the top: tap it, then Create session. Or set it up yourself:',
        steps: [
          'Pick the type of workout. We suggest a title, and you can write your own.',
          "Pick the day and start time. You can't pick times when your gym is closed or closes too soon. If you're in another session then, we'll tell you.",
          'Set the length and spots. The defaults are 60 minutes and 10 spots. Levels, repeats, a description and friends to invite are one tap further down.',
        ],
        after: 'Everyone at that gym can see it. Share it with a link, a QR code or in a chat.',
      },
      {
        id: 'repeat-session',
        question: 'Can a session repeat, and can I change it later?',
        text: "Yes. It can repeat weekly on the days you like, monthly, or by a custom rule, with or without an end. We skip days when the gym is closed. To change it, open a session you host and tap Edit. For a series, choose whether the change is for only this one, this and following, or all upcoming. We'll let everyone know.",
      },
      {
        id: 'join-session',
        question: "How do I join a session, and why can't I join some?",
        text: "Open the session and tap Join. You can't join when it has started or is full, or when it's for another level or gender. A full session has a waitlist. When a spot opens up, we offer it in order.",
      },
      {
        id: 'running-late',
        question: "I'm running late, or can't make it",
        text: "Use the quick actions on the session: On my way, Running late, I'm here, Can't make it, Need a spotter. The group hears right away. If you leave, your spot goes to the next person on the waitlist.",
      },
      {
        id: 'other-time',
        question: 'Can I suggest another time?',
        text: "Yes. Open the session and propose a time with a short message. The host accepts, declines, or suggests another one. When a proposal is accepted, the session moves and we'll let everyone know.",
      },
      {
        id: 'host-leaves',
        question: 'What happens when the host leaves?',
        text: 'Someone else in the session becomes the host and gets a notification: the longest-serving co-host, or else the person who joined first. Members who can use that gym come first. If no one is left, the session is cancelled.',
      },
      {
        id: 'calendar',
        question: 'Can I see my sessions in my own calendar?',
        text: 'Yes. Add a single session from its Share menu, or sync them all under Profile, Account. Keep your calendar link private: anyone who has it can see your sessions.',
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
        text: 'Home and Friends, Suggestions show members who match your goals, schedule and fitness level, and say why. Tap Add friend to send a request, or Train together to invite them to one of three times. Friends, Find people looks for a name. The more you add to your profile, the better the matches.',
      },
      {
        id: 'invite-friend',
        question: 'How do I bring a friend?',
        text: "Open Friends, tap Invite, and send your personal link, show its QR code or have it emailed. Anyone who joins with it is your friend right away. To bring someone to a session, open it and tap Share: a friend who isn't a member yet can sign up from there and join.",
      },
      {
        id: 'chat',
        question: 'Where can I chat?',
        text: "Every session has a chat. To message one person or a group, open Messages and tap New chat. If you're not friends yet, your first message waits until they accept it. Messages you write offline are sent when you're back online.",
      },
      {
        id: 'mute',
        question: 'How do I mute a chat?',
        text: "Open its menu and mute it for 1 hour, 8 hours, 1 day, 1 week, or until you unmute it. You'll still see the unread count, but you won't get notifications. To hide a chat, archive it.",
      },
      {
        id: 'edit-message',
        question: 'Can I edit or delete a message?',
        text: 'In Messages you can edit and delete your own messages for 15 minutes after you send them.',
      },
      {
        id: 'block',
        question: 'How do I block someone?',
        text: "Tap their picture to open their profile, then choose Block from the menu. You won't see each other in lists, search, sessions or chats, and we don't tell them. Profile, Account lists the people you've blocked, and lets you undo it.",
      },
      {
        id: 'report',
        question: 'How do I report someone?',
        text: "Choose Report from the menu of a profile, a message or a session, and pick a reason. Your gym's admins get a copy as it was at that moment. The person you report isn't told. If you want, block them too. You can't find them anymore? Open Profile, Account, Manage blocked people, and choose Report or block someone you can't find.",
      },
    ],
  },
  {
    id: 'account',
    title: 'Your account and data',
    answers: [
      {
        id: 'notifications',
        question: 'How do I change my notifications?',
        text: 'Go to Profile, Notifications. Switch friends, sessions, messages and gym news on or off. Tap Customize to choose app, push and email for each type. Turn on push for each device there, and set your quiet hours. Emails are off until you turn them on, except those about your account.',
      },
      {
        id: 'several-gyms',
        question: 'I train at more than one location',
        text: "If your gym gave you access to several, tap the gym's name at the top to switch. Times are shown in the gym's time zone.",
      },
      {
        id: 'sign-ins',
        question: 'Someone else may be using my account',
        text: "Profile, Security lists every device. Sign out the ones you don't know. Then change your password, which signs out all the others.",
      },
      {
        id: 'export',
        question: 'How do I get a copy of my data?',
        text: 'Go to Profile, Account and tap Export my data. You get a file with everything we know about you, right away.',
      },
      {
        id: 'delete-account',
        question: 'How do I delete my account?',
        text: "Go to Profile, Account, tap Delete my account and confirm with your password. It's immediate and you can't undo it, so export your data first if you want a copy. Sessions you host get a new host, as if you had left them, and the titles you wrote are replaced by neutral ones.",
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
        text: `Tap "Join the free pilot" on our home page. There are three short steps: your organization, one location and your account. We'll email you how to sign in. Then:`,
        steps: [
          'Sign in and set your password.',
          'Verify your email with the 6-digit code.',
          'Confirm your location and its time zone.',
          'In the admin area, set your opening hours under Hours and your colors and logo under Theme. Then create invite codes under Invite codes.',
        ],
      },
      {
        id: 'opening-hours',
        question: 'Why do opening hours matter?',
        text: "Members can only create sessions while you're open, in the location's time zone. Set your week and your holidays under Hours in the admin area. Before you save, you see which sessions no longer fit.",
      },
      {
        id: 'locations',
        question: 'How do I add another location?',
        text: 'Open Locations in the admin area and add it with its name, address and time zone. Then set its hours under Hours.',
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
        text: 'Open Invite codes in the admin area. Create one code, or up to 100 at once, and limit it to a location, an end date or a number of uses. Each has a link to copy, a QR code and a poster to print.',
      },
      {
        id: 'roles',
        question: 'What can each role do?',
        text: 'An organization admin looks after the whole organization, a location admin after their own locations. An organization admin changes roles under Users in the admin area.',
      },
      {
        id: 'reset-member',
        question: "A member can't sign in",
        text: "Ask them to request a reset link on the sign-in screen and to check their spam folder. If that doesn't help, reset their password under Users in the admin area.",
      },
      {
        id: 'remove-member',
        question: 'How do I remove a member?',
        text: 'Open Users in the admin area and choose Deactivate from their menu, which keeps their data, or Delete, which is for good. It takes effect right away, on every device.',
      },
      {
        id: 'announce',
        question: 'How do I tell everyone something?',
        text: 'Open Announcements in the admin area. Write it, choose everyone or one location, and send it now or later. You see how many get it before it goes out, and how many have read it after.',
      },
      {
        id: 'handle-reports',
        question: 'A member reported someone. What now?',
        text: 'Open Reports in the admin area. You see what was reported as it was, and can remove it, warn the member, suspend the account or dismiss the report. The person who reported it is never named to the other.',
      },
      {
        id: 'private-messages',
        question: "Can we read members' messages?",
        text: 'No. Private chats stay private, from gyms and from our own team. The exception is a message that a member reports: you see it with up to five messages before it.',
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
        text: 'Open Theme in the admin area. Start from one color or your logo, pick one of three suggestions, and fine-tune colors and fonts with a live preview. Text always stays readable: if a color is too faint, we use the nearest one that works. A dark background turns the whole app dark.',
      },
    ],
  },
  {
    id: 'figures',
    title: 'Dashboard',
    answers: [
      {
        id: 'dashboard',
        question: 'What does the dashboard show?',
        text: "How your gym is doing: active and new members, sessions, how full they are and who came, each with its change. Below are the trend, your busiest times, workout types, locations side by side, how many members stay, who's at risk, and the next seven days. Choose a location and a period on top. Tap the mark beside a number to read what it counts. You can show every chart as a table, save it or print it.",
      },
    ],
  },
];

export const help: HelpGroup[] = [
  { id: 'for-members', title: 'For members', topics: members },
  { id: 'for-owners', title: 'For owners and admins', topics: owners },
];
