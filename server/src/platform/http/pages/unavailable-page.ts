import type { FastifyReply, FastifyRequest } from 'fastify';

/** A person who follows a link, unlike a program or an image request. */
export const wantsPage = ({ url, headers }: FastifyRequest): boolean =>
  !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');

/** The page a visitor sees while the database is away; the browser retries by itself. */
export const sendUnavailablePage = (reply: FastifyReply, sentence: string): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5"><title>Spotter is temporarily unavailable</title>
<style>:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;text-align:center;
font:18px/1.5 Inter,system-ui,sans-serif}main{padding:24px;max-width:28rem}</style></head>
<body><main><h1>One moment</h1><p>${sentence}</p><p>This page reloads on its own.</p></main></body></html>`);
