import { endpoint } from './endpoint.ts';

export const streamEvents = endpoint({
  method: 'GET',
  path: '/events/',
  access: 'signed_in',
  summary: 'What happens, as it happens: server-sent events, resumed with Last-Event-ID.',
  sends: 'text/event-stream',
});
