/** What blocking someone does, in words. */
export const whatBlockingDoes = (firstName: string, areFriends = false) =>
  `You and ${firstName} won't see each other anywhere: not in sessions, chats or search. ${
    areFriends ? 'You stop being friends, and you both' : 'You both'
  } lose your spots in each other's upcoming sessions. ${firstName} isn't told.`;
