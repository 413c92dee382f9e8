const picture = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\u{FE0F})?(?:[\u{E0020}-\u{E007E}]+\u{E007F})?`;
const emoji = String.raw`(?:\p{Regional_Indicator}{2}|[0-9#*]\u{FE0F}?\u{20E3}|${picture}(?:\u{200D}${picture})*)`;

/** Exactly one emoji as keyboards write it: a picture with its skin tone, several joined to one, a flag or a keycap. */
export const oneEmoji = new RegExp(`^${emoji}$`, 'u');

/** A few emojis and nothing else. */
export const fewEmojis = new RegExp(`^${emoji}{1,5}$`, 'u');
