/**
 * A day's break between lines is written as an empty line. `key: text`, and `key: @next` shares the next session. `^2`
 * before the text answers the second line before it; `[💪 ana ben]` after it are reactions.
 */
export type Talk = {
  name?: string;
  people: string;
  hoursAgo: number;
  unread?: Record<string, number>;
  /** A first message that waits for an answer. */
  isRequest?: true;
  lines: string;
};

export const talks: Talk[] = [
  {
    people: 'ana ben',
    hoursAgo: 2,
    unread: { ana: 2 },
    lines: `ben: Are you at the gym on Thursday? I still owe you a coffee from the bet.
ana: You owe me two. You said you would not skip the sled.
ben: The sled and I have an understanding.
ana: Thursday 18:30, leg day. Understanding or not.

ben: I am walking like a cowboy.
ana: That is the correct way to walk after leg day.
ben: My physio sends regards. Well, Maya does.
ana: Haha, tell her the ankle drills worked. Depth felt great.

ana: Can you spot me on Monday? Going for 110.
ben: Of course. 110!! When did that happen?
ana: Slowly, since about March. [💪 ben]
ben: I will bring the loud playlist.
ana: ^1 Please bring the quiet one. [😂 ben]

ben: Do you know if the new racks arrive before or after the floor work?
ana: Finn says after. So one day closed, then toys.
ben: I can live with that.
ana: @next
ana: Join? There are spots left.
ben: ^2 In. Is it all right if I come straight from work, no gear?
ben: Also I found your wrist wraps in my bag. Again.`,
  },
  {
    people: 'priya ana',
    hoursAgo: 5,
    unread: { ana: 1 },
    isRequest: true,
    lines: `priya: Hi Ana! Is your strength hour open to beginners? I would love to bring my sister along.`,
  },
  {
    people: 'ana maya',
    hoursAgo: 26,
    lines: `maya: How is the shoulder?
ana: Better since I stopped pretending it was fine.
maya: That is the treatment. Keep the face pulls, drop the dips this week.
ana: And overhead?
maya: Light, and stop when you start to bargain with yourself.
ana: You know me too well.
maya: I see you from the desk, you know.`,
  },
  {
    people: 'ana isla',
    hoursAgo: 50,
    lines: `isla: Rowing at 6:15 tomorrow, there is one seat left with your name on it
ana: My name does not get up that early on Tuesdays
isla: Your name has been up at five every day this year
ana: ... fine. Second row, next to the fan.
isla: Deal.`,
  },
  {
    name: 'Leg day survivors',
    people: 'ana ben maya tane gurpreet zoe',
    hoursAgo: 5,
    unread: { ana: 3, tane: 1 },
    lines: `ana: Monday and Thursday stay at 18:30 for the rest of the year. Shout if that breaks anything.
gurpreet: Works. I will come straight from the early one and pretend I slept.
tane: Sandbags are back from the repair. I carried them in. You are welcome. [💪 ana gurpreet zoe]
zoe: I heard the floor ask for mercy.

maya: Please warm up the ankles this time. I counted.
ben: You COUNTED?
maya: ^1 Professionally. [😂 ana ben tane]
ana: @next
tane: What time do we have racks three and four until?
gurpreet: ^1 Eight. The basketball people start circling at quarter to.
zoe: I can hold them off. I have pads.`,
  },
  {
    name: 'Harbour runners',
    people: 'mateo ana ben dov amara layla cleo jack',
    hoursAgo: 9,
    unread: { ben: 2, cleo: 4 },
    lines: `mateo: Wednesday loop is 8 km, easy, really easy. If you can read this while running, right pace.
amara: Define easy. Last time easy had a hill.
mateo: ^1 The hill is scenery. [😂 amara jack]
dov: I will take the hill twice if anybody wants to make it a workout.

layla: صباح الخير! هل سنركض يوم السبت أيضًا؟
mateo: Yes! Saturday 7:15, long one. Two groups.
jack: Second group has breakfast rolls, I have checked.
cleo: First time on Saturday, where do you meet exactly?
mateo: Front desk, 7:10, look for the loud shoes.
amara: His shoes can be seen from space.`,
  },
  {
    people: 'ben liam',
    hoursAgo: 30,
    unread: { ben: 1 },
    lines: `liam: THREE PULL-UPS
ben: No way. Video?
liam: Nobody was there to film. It happened though.
ben: It is in the record. Next target five.
liam: Can we do them together on Friday?`,
  },
  {
    people: 'cleo grace',
    hoursAgo: 20,
    lines: `grace: You were great on Sunday, your first crow!
cleo: It was half a crow. A chick.
grace: A chick is a bird. Same time next week?
cleo: Yes please. Do you know the evening crowd as well?
grace: Come on a Thursday, they are lovely.`,
  },
  {
    people: 'finn olga',
    hoursAgo: 7,
    unread: { olga: 1 },
    lines: `olga: The floor people confirmed. We close that one day, everything else stays.
finn: I have put it into the hours, members get a closed note in the calendar.
olga: And Fremantle?
finn: Short hours during the festival, Jarrah knows.
finn: Membership desk asks if the invite code for the open day may stay on for another week?`,
  },
  {
    name: 'Freo crew',
    people: 'jarrah noah ingrid bronte theo nia ana',
    hoursAgo: 16,
    unread: { noah: 2 },
    lines: `jarrah: Saturday crew: whoever missed squats this week, you know who you are.
noah: The swell was good. I regret nothing.
ingrid: It was very good.
bronte: I squatted. For the record.
theo: I rode past and waved. Does that count?
nia: It does not count.
jarrah: It does not count, Theo.`,
  },
  {
    people: 'eve callum',
    hoursAgo: 3,
    unread: { eve: 1 },
    lines: `callum: You off at ten tonight?
eve: If the ward behaves. Save me a rack?
callum: Consider it saved. 22:30?
eve: 22:30. I will be the one who looks alive, barely.
callum: That is all of us.

eve: Good session. I slept eight hours. EIGHT. [🔥 callum]
callum: Put it on the wall.`,
  },
  {
    name: 'Night owls',
    people: 'nadia eve callum kofi simone poppy aoife tomasz',
    hoursAgo: 6,
    unread: { eve: 3 },
    lines: `nadia: Building electrics next week: we are closed for one day. Sorry, and yes, the showers will be warmer after.
kofi: Warmer showers forgive everything.
aoife: Bag work moves to Thursday that week, same hour.
simone: I will bring the small speaker then.
poppy: The small speaker is not small.
tomasz: It is a good speaker.`,
  },
];

/** For everybody else: short exchanges between friends. */
export const smallConversations: string[][] = [
  ['Are you in on Saturday?', 'Planning to. You?', 'Yes, if the knee agrees.'],
  ['Thanks for the spot today!', 'Any time. That last rep was all you.'],
  ['Did you see the new bikes?', 'I tried one. I have regrets.', 'Same time tomorrow then?', 'Of course.'],
  ['You left your bottle at the rack.', 'The green one? Lifesaver, thank you.', 'It is at the desk.'],
  ['What was that stretch you showed me?', 'Couch stretch. Two minutes a side, do not cheat.', 'I cheated.', 'I know.'],
  ['Coffee after?', 'Always.'],
  ['Is the Thursday session for beginners too?', 'Totally, I started there.', 'Great, signing up now.'],
  ['New personal best!!', 'How much?', '2.5 more than last month.', 'That counts double 🎉'],
];
