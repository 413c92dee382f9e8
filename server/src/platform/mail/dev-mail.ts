import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';
import { type Html, html } from './html.ts';

/**
 * The developer's mailbox. It shows every mail, including reset links, so it exists only while no mail server is set
 * and only this machine can reach the server; `app.ts` checks that.
 */
export function registerDevMail(app: FastifyInstance, db: Db): void {
  const newest = (to: string | undefined) =>
    db
      .selectFrom('mails')
      .select([
        'id',
        'to_address',
        'kind',
        'subject',
        'text',
        'html',
        'created_at',
        'sent_at',
        'failed_at',
        'last_error',
      ])
      .$if(to !== undefined, (query) =>
        query.where((eb) => eb(eb.fn('lower', ['to_address']), '=', to?.toLowerCase() ?? '')),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(200)
      .execute();
  const one = async (id: string) =>
    isUuid(id) ? db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst() : undefined;
  type To = { Querystring: { to?: string } };
  type Id = { Params: { id: string } };
  const options = {
    config: { op: 'devMail' },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isFromThisMachine(request)) return reply.callNotFound();
    },
  };

  app.get<To>('/dev/mail.json', options, async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await newest(oneOf(request.query.to))),
  );

  app.get<To>('/dev/mail', options, async (request, reply) => {
    const to = oneOf(request.query.to);
    const mails = await newest(to);
    return sendPage(reply, to ? `Mails to ${to}` : 'Mails', [
      mails.length === 0 && html`<p class="quiet">No mail yet. What the app sends will be here.</p>`,
      html`<ul>${mails.map(
        (mail) => html`<li><a href="/dev/mail/${mail.id}"><strong>${mail.subject}</strong>
<span>to ${mail.to_address}</span><span class="quiet">${mail.kind}, ${mail.created_at.toISOString()}, ${stateOf(mail)}</span></a></li>`,
      )}</ul>`,
    ]);
  });

  app.get<Id>('/dev/mail/:id', options, async (request, reply) => {
    const mail = await one(request.params.id);
    if (!mail) return reply.callNotFound();
    return sendPage(reply, mail.subject, [
      html`<p><a href="/dev/mail">All mails</a></p>
<p class="quiet">to ${mail.to_address}, ${mail.kind}, ${mail.created_at.toISOString()}, ${stateOf(mail)}</p>
<iframe title="The mail as HTML" sandbox="${SANDBOX}" src="/dev/mail/${mail.id}/html"></iframe>
<h2>As text</h2><pre>${mail.text}</pre>`,
    ]);
  });

  app.get<Id>('/dev/mail/:id/html', options, async (request, reply) => {
    const mail = await one(request.params.id);
    if (!mail) return reply.callNotFound();
    return reply
      .header(
        'content-security-policy',
        `sandbox ${SANDBOX}; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' http: https:; frame-ancestors 'self'`,
      )
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(mail.html);
  });

  app.get('/dev/mail.css', options, async (_request, reply) => reply.type('text/css; charset=utf-8').send(css));
}

/** Links in a mail may open a new page; everything else is forbidden, above all scripts. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/**
 * Another site can point its name at this machine, and an unknown proxy may run here: the first shows in the host name,
 * the second in the headers it adds.
 */
function isFromThisMachine({ headers }: FastifyRequest): boolean {
  if (!isLoopback(headers.host?.replace(/:\d+$/, '') ?? '')) return false;
  return !Object.keys(headers).some((name) => proxyHeader.test(name));
}

const proxyHeader = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|x-original-.+|true-client-ip|cf-.+)$/;

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
/** A parameter given twice is a list. */
const oneOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) || undefined;

const stateOf = (mail: { sent_at: Date | null; failed_at: Date | null; last_error: string | null }) =>
  mail.sent_at ? 'delivered to this box' : mail.failed_at ? `given up: ${mail.last_error}` : 'waiting';

function sendPage(reply: FastifyReply, title: string, body: readonly (Html | false)[]) {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="/dev/mail.css"></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.markup);
}

const css = `:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 32px 16px; }
h1 { font-size: 24px; line-height: 1.15; }
ul { list-style: none; padding: 0; }
li a { display: grid; gap: 4px; padding: 12px 16px; margin-bottom: 8px; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 12px; color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { border-color: currentColor; }
.quiet { opacity: 0.75; font-size: 14px; }
iframe { width: 100%; height: 640px; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 12px; background: Canvas; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 14px; }
`;
