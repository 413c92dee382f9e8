import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const streamEvents = endpoint({
  method: 'GET',
  path: '/events/',
  access: 'signed_in',
  summary: 'What happens, as it happens: server-sent events, resumed with Last-Event-ID.',
  sends: 'text/event-stream',
});

export const getLiveCursor = endpoint({
  method: 'GET',
  path: '/events/cursor/',
  access: 'signed_in',
  summary:
    'Where the live events stand: opened from here, the stream tells what is missing in anything read afterwards.',
  returns: z.object({ cursor: z.string() }),
});
