import { brandOf } from '#features/organizations/index.ts';
import { fail } from '#platform/errors.ts';
import type { FileStore } from '#platform/file-store.ts';
import { handlers, Sent } from '#platform/http/handlers.ts';
import { adminScope } from '#platform/logins/admin-scope.ts';
import { task } from '#platform/offload/offload.ts';
import { readSomeCodes } from '../codes/codes.read.ts';
import { withLink } from '../codes/codes.service.ts';
import type drawPoster from './poster.task.ts';

const posterTask = task<typeof drawPoster>(new URL('./poster.task.ts', import.meta.url));

export const posterRoutes = ({ files }: { files: FileStore }) =>
  handlers({
    async getInvitePoster(ctx, { params, query }, { reply }) {
      const scope = adminScope(ctx.caller);
      const [found] = await readSomeCodes(ctx.db, { ...scope, ids: [params.id] });
      if (!found) throw fail('invite_code_not_found');
      const { code, link, gym } = withLink(ctx, found);
      const { name, colors, logo } = await brandOf(ctx.db, files, scope.organizationId, gym?.id);
      const poster = await ctx.offload(posterTask, {
        size: query.size,
        name,
        gymName: gym?.name ?? null,
        code,
        link,
        primary: colors.primary.slice(0, 7),
        background: colors.background.main.slice(0, 7),
        logo,
      });
      reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="poster-${code}-${query.size}.pdf"`)
        .send(Buffer.from(poster));
      return new Sent();
    },
  });
