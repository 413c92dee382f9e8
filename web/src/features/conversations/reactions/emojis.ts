export type Emoji = { emoji: string; name: string };

/** One tap away on every message. */
export const quickEmojis: readonly Emoji[] = [
  { emoji: '👍', name: 'thumbs up' },
  { emoji: '❤️', name: 'heart' },
  { emoji: '💪', name: 'strong' },
  { emoji: '🔥', name: 'fire' },
  { emoji: '😂', name: 'tears of joy' },
];

const listed: Record<string, string> = {
  Smileys: `😀 grinning,😄 happy,😁 beaming,😅 sweating,🤣 rolling with laughter,😂 tears of joy,🙂 smiling,🙃 upside down,😉 winking,😊 blushing,
😇 angel,🥰 in love,😍 heart eyes,🤩 star struck,😘 kiss,😋 delicious,😜 cheeky,🤪 zany,🤗 hug,🤭 giggling,🤫 hush,🤔 thinking,🫡 salute,😐 neutral,😏 smirking,
🙄 eye roll,😬 grimacing,😌 relieved,😴 sleeping,🥱 yawning,🤒 sick,🤕 hurt,🥵 hot,🥶 cold,🥴 woozy,😵 dizzy,🤯 mind blown,🥳 party,😎 cool,🤓 nerd,
😮 surprised,😲 astonished,🥺 pleading,😢 crying,😭 sobbing,😤 determined,😡 angry,😱 screaming,🫠 melting,💀 skull,🤖 robot,👻 ghost`,
  Gestures: `👍 thumbs up,👎 thumbs down,👌 ok,✌️ victory,🤞 fingers crossed,🤟 love you,🤘 rock on,👏 clapping,🙌 raised hands,🫶 heart hands,👐 open hands,
🤝 handshake,🙏 thanks,💪 strong,👊 fist bump,✊ raised fist,👋 wave,🖐️ high five,☝️ point up,👀 eyes,🫵 you,🤷 shrug,🤦 facepalm,🙋 hand up`,
  Training: `🏋️ weights,🏃 running,🚴 cycling,🏊 swimming,🧘 yoga,🤸 cartwheel,🚣 rowing,🧗 climbing,🤾 handball,⛹️ basketball player,🥊 boxing,🥋 martial arts,⚽ football,
🏀 basketball,🎾 tennis,🏐 volleyball,🏓 table tennis,🏅 medal,🥇 gold,🥈 silver,🥉 bronze,🏆 trophy,🎯 bullseye,⏱️ stopwatch,⏰ alarm,🩹 bandage,💦 sweat,👟 shoe`,
  'Food and drink': `☕ coffee,🍵 tea,🥤 drink,💧 water,🍺 beer,🥂 cheers,🍌 banana,🍎 apple,🥑 avocado,🍕 pizza,🍔 burger,🌮 taco,🍣 sushi,🥗 salad,🍳 egg,🥩 steak,🍪 cookie,🍩 donut,🎂 cake,🍫 chocolate`,
  Signs: `❤️ heart,🧡 orange heart,💛 yellow heart,💚 green heart,💙 blue heart,💜 purple heart,🖤 black heart,💔 broken heart,💯 hundred,🔥 fire,⭐ star,✨ sparkles,⚡ lightning,💥 boom,
🎉 tada,🎊 confetti,🎈 balloon,🎁 gift,✅ check,❌ cross,❓ question,❗ exclamation,➕ plus,🆒 cool sign,🚀 rocket,🌈 rainbow,☀️ sun,🌙 moon,🌧️ rain,❄️ snow,🐐 goat,🦁 lion,🐢 turtle,🦥 sloth`,
};

export const emojiGroups: readonly { title: string; emojis: readonly Emoji[] }[] = Object.entries(listed).map(
  ([title, list]) => ({
    title,
    emojis: list.split(',').map((entry) => {
      const [emoji = '', ...words] = entry.trim().split(' ');
      return { emoji, name: words.join(' ') };
    }),
  }),
);

const names = new Map(emojiGroups.flatMap(({ emojis }) => emojis).map(({ emoji, name }) => [emoji, name]));

/** For screen readers; an emoji from another device may have no name here. */
export const emojiName = (emoji: string): string => names.get(emoji) ?? emoji;

/** The groups with the emojis whose names have this text in them. */
export function findEmojis(text: string): typeof emojiGroups {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return emojiGroups;
  const found = emojiGroups.map(({ title, emojis }) => ({
    title,
    emojis: emojis.filter(({ name }) => name.includes(wanted)),
  }));
  return found.filter(({ emojis }) => emojis.length > 0);
}
