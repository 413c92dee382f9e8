import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { uploadedImage } from '#features/organizations/index.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import type { Read } from '#platform/db/reads.ts';
import { AppError, fail } from '#platform/errors.ts';
import type { FileStore } from '#platform/file-store.ts';
import { type Limits, networkOf } from '#platform/limits.ts';
import { originAsked } from '#platform/native-apps.ts';
import type { Offload } from '#platform/offload/offload.ts';
import { cardTask, createDrawings } from './drawings.service.ts';
import { withPreview } from './head.format.ts';
import { spotterMark } from './markup.format.ts';
import { findPreview, type InviteKind, inviteTypes, neutralPreview, type Preview } from './previews.service.ts';

type Parts = {
  db: Db;
  read: Read;
  limits: Limits;
  config: Pick<Config, 'PUBLIC_URL' | 'IOS_APPS' | 'ANDROID_APPS'>;
  files: FileStore;
  offload: Offload;
  /** The app's page, or null while it is not built. */
  page(): Promise<string | null>;
};

/** Invite links as chats see them: the app's page with a title, a description and a picture. */
export function registerPreviews(
  app: FastifyInstance,
  { db, read, limits, config, files, offload, page }: Parts,
): void {
  // Pictures are kept by their content. Whether a link is valid is asked each time, so that a revoked one is dead at once.
  const drawn = createDrawings();
  // Asking for a link that was valid a moment ago is no guess, and counting it would cost more than answering.
  const recentlyValid = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

  async function previewOf(kind: InviteKind, code: string, address: string): Promise<Preview | null> {
    const link = `${kind}/${code}`;
    const preview = recentlyValid.has(link)
      ? await findPreview({ db, read }, kind, code)
      : await guessPreview(kind, code, address);
    if (preview) recentlyValid.set(link, true);
    return preview;
  }

  /** Wrong codes count as guesses; after the limit every code looks like a wrong one. */
  async function guessPreview(kind: InviteKind, code: string, address: string): Promise<Preview | null> {
    const settle = await limits.takeNamed({ name: 'invite', address }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'too_many_requests') return null;
      throw error;
    });
    if (!settle) return null;
    let preview: Preview | null = null;
    try {
      preview = await findPreview({ db, read }, kind, code);
      return preview;
    } finally {
      await settle(preview !== null);
    }
  }

  /** A visitor's network has one picture drawn at a time. */
  const cardOf = (preview: Preview, request: FastifyRequest) =>
    drawn(request.pass, preview.version, async () => {
      const { card, theme } = preview;
      const logo = preview === neutralPreview ? spotterMark : await uploadedImage(files, theme.assets.logo.url);
      const work = { card, colors: theme.colors, logo };
      return offload.run(cardTask, work, { owner: networkOf(request.ip) });
    });

  async function sendPage(request: FastifyRequest, reply: FastifyReply, kind: string, code: string) {
    const type = inviteTypes.find((known) => known === kind);
    const preview = type ? await previewOf(type, code, request.ip) : null;
    const html = await page();
    if (html === null) throw fail('not_found');
    const path = `/i/${type}/${encodeURIComponent(code)}`;
    // A chat may show and open the page's own address instead of the one that was sent.
    const origin = originAsked(config, request.hostname);
    const links = preview
      ? { pageUrl: `${origin}${path}`, imageUrl: `${origin}${path}/card.png?v=${preview.version}` }
      : { pageUrl: null, imageUrl: `${origin}/i/card.png?v=${neutralPreview.version}` };
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(withPreview(html, preview ?? neutralPreview, links));
  }

  async function sendCard(request: FastifyRequest, reply: FastifyReply, preview: Preview) {
    const etag = `"${preview.version}"`;
    reply
      // A cache asks each time whether the picture still stands, because a link can be revoked.
      .header('cache-control', 'no-cache')
      .header('etag', etag)
      .header('content-security-policy', "default-src 'none'; sandbox")
      // Chats embed the picture in their own pages.
      .header('cross-origin-resource-policy', 'cross-origin');
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('image/png').send(await cardOf(preview, request));
  }

  type Invite = { Params: { type: string; code: string } };
  type Code = { Params: { code: string } };
  const opPage = { config: { op: 'getInvitePage' } };
  const opCard = { config: { op: 'getInviteCard' } };
  app.get<Invite>('/i/:type/:code', opPage, (request, reply) =>
    sendPage(request, reply, request.params.type, request.params.code),
  );
  app.get<Code>('/join/:code', opPage, (request, reply) => sendPage(request, reply, 'org', request.params.code));
  app.get<Code>('/invite/:code', opPage, (request, reply) => sendPage(request, reply, 'friend', request.params.code));
  app.get<Code>('/sessions/shared/:code', opPage, (request, reply) =>
    sendPage(request, reply, 'session', request.params.code),
  );

  app.get('/i/card.png', opCard, (request, reply) => sendCard(request, reply, neutralPreview));
  app.get<Invite>('/i/:type/:code/card.png', opCard, async (request, reply) => {
    const type = inviteTypes.find((known) => known === request.params.type);
    const preview = type ? await previewOf(type, request.params.code, request.ip) : null;
    return sendCard(request, reply, preview ?? neutralPreview);
  });
}
