/** How life in a gym works. Worlds differ in these rules, so that nothing learned in one holds in all by accident. */
export type World = {
  says: string;
  /** Weekly habits, or bursts and long gaps after which members do come back. */
  visits: 'habits' | 'bursts';
  /** Winter is twice as busy as summer, and most members join after new year. */
  hasSeasons: boolean;
  /** Once, at three fifths of the history, the price goes up. */
  hasPriceRise: boolean;
  hasInvites: boolean;
  /** Without friends nobody knows anybody: no circles, no requests, and nobody leaves because a friend did. */
  hasFriends: boolean;
  /** The share of a member's habits that are a place in a repeating session. */
  inSeries: number;
  /** Of these, how many members join for good only after coming by themselves, or leave and go on coming by themselves. */
  changesSeries: number;
  /** How many in a hundred sessions their host checks in, and how many spots of the others the members do. */
  hostChecksIn: number;
  memberChecksIn: number;
  /** The chance of an injury in a week, and of coming back after it. */
  injury: number;
  injuryReturns: number;
  /** The least and the most a member's visits are recorded, and the share of members who never are. */
  appUse: readonly [number, number];
  neverSeen: number;
  /** Chats, requests and how often members train, against the ordinary gym. */
  talk: number;
  pace: number;
  /** The least and the most spots of a session that a member hosts. */
  spots: readonly [number, number];
};

const ordinary: World = {
  says: 'weekly habits, friends, invites, most visits recorded',
  visits: 'habits',
  hasSeasons: false,
  hasPriceRise: false,
  hasInvites: true,
  hasFriends: true,
  inSeries: 0.12,
  changesSeries: 0,
  hostChecksIn: 0.55,
  memberChecksIn: 0.5,
  injury: 0.002,
  injuryReturns: 0.6,
  appUse: [0.85, 1],
  neverSeen: 0,
  talk: 1,
  pace: 1,
  spots: [3, 12],
};

export const worlds = {
  ordinary,
  heavy_tailed: {
    ...ordinary,
    says: 'visits in bursts with gaps of weeks: most come rarely, a few every day, and a long gap is no goodbye',
    visits: 'bursts',
  },
  seasons: {
    ...ordinary,
    says: 'winter is twice as busy as summer, and holidays empty the gym for everybody at once',
    hasSeasons: true,
  },
  injuries: {
    ...ordinary,
    says: 'members stop from one day to the next for weeks, and most come back',
    injury: 0.02,
    injuryReturns: 0.85,
  },
  no_invites: { ...ordinary, says: 'nobody invites anybody to a session', hasInvites: false },
  no_friends: { ...ordinary, says: 'strangers: no circles, no requests, no chats', hasFriends: false },
  studio: {
    ...ordinary,
    says: 'classes that repeat: a spot every week whether the member comes or not, and hardly a check-in',
    inSeries: 0.9,
    changesSeries: 0.3,
    hostChecksIn: 0.06,
    memberChecksIn: 0.04,
    spots: [6, 16],
  },
  price_rise: { ...ordinary, says: 'one day the price goes up, and some leave within weeks', hasPriceRise: true },
  unseen: {
    ...ordinary,
    says: 'many visits never reach the app, and some members are never seen at all',
    appUse: [0.15, 0.7],
    neverSeen: 0.2,
  },
  quiet: {
    ...ordinary,
    says: 'members book and say little: few chats and requests, small sessions, rarer visits',
    talk: 0.15,
    pace: 0.7,
    spots: [2, 5],
  },
} as const satisfies Record<string, World>;

export type WorldName = keyof typeof worlds;
export const worldNames = Object.keys(worlds) as WorldName[];
