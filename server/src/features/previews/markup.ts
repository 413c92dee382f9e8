// Shared by the page's head and the card. A separate file, because the drawing library loads with the first card only.

export const cardSize = { width: 1200, height: 630 } as const;

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => escaped[sign] ?? sign);
