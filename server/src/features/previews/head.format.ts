import { cardSize, escapeXml } from './markup.format.ts';
import type { Preview } from './previews.service.ts';

type Links = { pageUrl: string | null; imageUrl: string };

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeXml(content)}" />`;
const graph = (property: string, content: string) => `<meta property="${property}" content="${escapeXml(content)}" />`;

/** Adds a link's preview tags to the head of the app's page. Every value is escaped as text. */
export function withPreview(page: string, preview: Preview, { pageUrl, imageUrl }: Links): string {
  const { title, description, siteName } = preview;
  const tags = [
    `<title>${escapeXml(title)}</title>`,
    named('description', description),
    // Search engines must not list invites.
    named('robots', 'noindex'),
    graph('og:type', 'website'),
    graph('og:site_name', siteName),
    graph('og:title', title),
    graph('og:description', description),
    ...(pageUrl ? [graph('og:url', pageUrl)] : []),
    graph('og:image', imageUrl),
    graph('og:image:type', 'image/png'),
    graph('og:image:width', String(cardSize.width)),
    graph('og:image:height', String(cardSize.height)),
    graph('og:image:alt', `${title}. ${description}`),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', imageUrl),
  ];
  return page
    .replace(/<meta\s+name="description"[^>]*>\s*/i, '')
    .replace(/<title>[^<]*<\/title>/i, () => tags.join('\n    '));
}
