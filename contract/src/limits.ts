/** Limits beyond sessions (see `sessions/limits.ts`). No schemas, so that screens can use them without zod. */

/** In characters. A person's first name, or their last. */
export const longestPersonName = 80;
/** Of an organization, or of a location. */
export const longestName = 120;
export const longestAddress = 300;
export const longestPhone = 32;
export const longestEmail = 254;
export const longestWebAddress = 300;
export const longestSessionTypeName = 60;
export const longestSpecialHoursReason = 120;
export const longestEntryReason = 200;
/** Why a session is cancelled, or changed for its members. */
export const longestCancelReason = 300;
export const longestMessage = 4000;
export const longestGroupName = 80;
export const longestQuestion = 200;
export const longestPollOption = 80;
export const longestReportNote = 1000;
export const longestStaffNote = 2000;
export const longestAnnouncementTitle = 120;
export const longestAnnouncement = 4000;
export const shortestInviteCode = 4;
export const longestInviteCode = 20;
export const longestInviteCodeLabel = 120;
export const longestNominationComment = 4000;
/** A reply and a notification quote this many characters of a text. */
export const longestQuote = 200;
export const passwordLength = { least: 8, most: 128 } as const;

/** For how many days a deleted organization can be restored. */
export const restorableDays = 30;

/** How many entries one page of a list may have. */
export const largestPage = 100;
/** How many accounts one call changes. */
export const mostSelected = 500;
/**
 * How many setup mails an organization sends a minute: mail servers take a steady stream for a gym and a flood for spam, and
 * hashing the codes takes its time too.
 */
export const setupMailsAMinute = 60;
/** How many mails that were given up one call sends again. */
export const mostMailsSentAgain = 500;
/** Members that make a new gym a community. */
export const enoughMembers = 10;

/** How many members a group conversation may have. */
export const largestGroup = 256;
/** How many emojis a member may add to one message, and how many different ones a message may have. */
export const mostReactions = 5;
export const mostEmojis = 20;
/** How many options a poll may have. */
export const pollOptions = { least: 2, most: 10 } as const;
/** How many messages of a conversation can be pinned at a time. */
export const mostPins = 3;
/** Unread messages of a conversation are counted up to this many. */
export const mostUnread = 999;
/** How long a sender may edit and delete a message. */
export const changeMessageMinutes = 15;

/** For how long after a decline its receiver hears nothing of a repeated friend request. */
export const quietAfterDeclineDays = 30;

/**
 * Within 24 hours, by age in days, youngest first: how many friend requests, and first messages to people who aren't
 * friends, a member may send, how many such people they may invite to new sessions, how often they may ask again what was
 * declined, for how many sessions they may give kudos, how often they may sign in and refresh a sign-in, how many bytes of
 * pictures they may store, how many lines of members' and sessions' files an organization may check and import, how many
 * invite codes it may word itself (a code that is taken tells of another organization's), and how many mails it may send to
 * strangers: people who haven't answered a mail by a code, a link or a setup. Codes and links that somebody asked for with
 * a stranger's address count apart; beyond that number they come in Spotter's name.
 */
export const dailyLimits = {
  friend_requests: [
    { fromDay: 0, most: 10 },
    { fromDay: 7, most: 30 },
    { fromDay: 30, most: 60 },
  ],
  first_messages: [
    { fromDay: 0, most: 5 },
    { fromDay: 7, most: 15 },
    { fromDay: 30, most: 30 },
  ],
  // One session invites a hundred people at most.
  session_invites: [
    { fromDay: 0, most: 100 },
    { fromDay: 7, most: 200 },
    { fromDay: 30, most: 400 },
  ],
  asked_again: [{ fromDay: 0, most: 3 }],
  kudos: [{ fromDay: 0, most: 20 }],
  import_rows: [
    { fromDay: 0, most: 30_000 },
    { fromDay: 7, most: 100_000 },
  ],
  import_session_rows: [{ fromDay: 0, most: 200_000 }],
  chosen_codes: [
    { fromDay: 0, most: 20 },
    { fromDay: 7, most: 60 },
  ],
  sign_ins: [{ fromDay: 0, most: 200 }],
  refreshes: [{ fromDay: 0, most: 2_000 }],
  stored_bytes: [
    { fromDay: 0, most: 20_000_000 },
    { fromDay: 7, most: 50_000_000 },
  ],
  stranger_mails: [
    { fromDay: 0, most: 20 },
    { fromDay: 7, most: 100 },
    { fromDay: 30, most: 500 },
  ],
  branded_codes: [
    { fromDay: 0, most: 20 },
    { fromDay: 7, most: 100 },
    { fromDay: 30, most: 500 },
  ],
} as const;
export type DailyLimit = keyof typeof dailyLimits;
/** Each member who answered a mail allows this many more a day, up to so many times what the organization's age allows. */
export const strangerMails = { perAnswer: 5, mostTimes: 3 } as const;

/**
 * What pictures may take, in bytes: those that one member stored, and those of a whole organization. A super admin can
 * give an organization several times as much. See also `dailyLimits.stored_bytes`.
 */
export const storageLimits = { member: 200_000_000, organization: 5_000_000_000 } as const;
export const mostStorageTimes = 100;

/** In bytes. */
export const largestImage = 5 * 1024 * 1024;
/** A profile picture is stored as a square of so many pixels a side. */
export const avatarSide = 512;

/** What a theme may hold: texts in characters, the logo's height in pixels. */
export const themeLimits = {
  name: 80,
  color: 64,
  fontName: 64,
  fontAddress: 500,
  imageAddress: 300,
  logoHeight: { least: 16, most: 120 },
} as const;

/** Minimum wait before another verification code is sent. */
export const resendCodeSeconds = 60;

/** How many random invite codes one call creates. */
export const mostNewCodes = 100;
/** How many people one call mails an invite code to, and for how many days a code of their own works. */
export const mostInvites = 50;
export const inviteDays = 30;

/** A member away for fewer days than this is slipping, from then on they have gone quiet. */
export const quietDays = 21;
/** What a gym's history needs before the model learns from it, and gives percentages: `known` is the share of spots known to be taken. */
export const leastHistory = { leavers: 75, weeks: 26, known: 0.5 } as const;

/** The smallest and the largest of what demo data is made of. */
export const demoGymSizes = {
  members: [10, 5000],
  weeks: [1, 52],
  locations: [1, 10],
  seed: [0, 2_147_483_647],
} as const;
