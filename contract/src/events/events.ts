import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';

export const streamEvents = endpoint({
  method: 'GET',
  path: '/events/',
  access: 'signed_in',
  shows: 'private',
  summary: 'The live stream: server-sent events, resumed with Last-Event-ID. The stream ends with its access token.',
  sends: 'text/event-stream',
});

export const getLiveCursor = endpoint({
  method: 'GET',
  path: '/events/cursor/',
  access: 'signed_in',
  summary: 'The position of the live events. A stream opened from here covers everything after the reads that follow.',
  returns: z.object({ cursor: z.string() }),
});
