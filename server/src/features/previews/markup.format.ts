// Shared by the page's head and the card. A separate file, because the drawing library loads with the first card only.

export const cardSize = { width: 1200, height: 630 } as const;

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => escaped[sign] ?? sign);

/** Spotter's mark, for cards without an organization. */
export const spotterMark = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256"><rect width="64" height="64" rx="16" fill="#7c3aed"/><g fill="none" stroke="#fff" stroke-linecap="round" stroke-linejoin="round" stroke-width="5"><path d="M12 25h40"/><path d="M17 18v14M47 18v14"/><path d="M24 48V37l8-8 8 8v11"/></g><circle cx="32" cy="40" r="4" fill="#fff"/></svg>`,
);
