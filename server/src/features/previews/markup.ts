// What a page's head shares with the card's drawing, apart from it: the library that draws is loaded with the first card.

export const cardSize = { width: 1200, height: 630 } as const;

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => escaped[sign] ?? sign);
