import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * A page that is the same for everybody, made on first use. It is compressed once and not for every reader, who could
 * otherwise keep the server busy by asking for a large one again and again.
 */
export function keptPage(type: string, make: () => string | Promise<string>) {
  const prepare = async () => {
    const plain = Buffer.from(await make());
    const [br, gz] = await Promise.all([
      brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      zip(plain),
    ]);
    return { plain, br, gzip: gz, etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"` };
  };
  let kept: ReturnType<typeof prepare> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Made again for the next reader when it failed.
    kept ??= prepare().catch((error) => {
      kept = undefined;
      throw error;
    });
    const page = await kept;
    reply.headers({ etag: page.etag, vary: 'accept-encoding' });
    if (!request.url.startsWith('/api/')) reply.header('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
    if (encoding) reply.header('content-encoding', encoding);
    return reply.type(type).send(encoding ? page[encoding] : page.plain);
  };
}

export const HTML = 'text/html; charset=utf-8';
