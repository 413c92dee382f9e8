import { endpoint } from '../endpoint.ts';
import { byId } from '../primitives.ts';
import { SessionDetail } from './sessions.ts';
import { joinErrors } from './spots.ts';

export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/sessions/:id/waitlist/',
  access: 'member',
  emulating: 'refused',
  sentOnce: true,
  summary: 'Wait for a spot in a full session.',
  params: byId,
  returns: SessionDetail,
  errors: ['not_full', 'already_on_waitlist', ...joinErrors],
});

export const leaveWaitlist = endpoint({
  method: 'DELETE',
  path: '/sessions/:id/waitlist/',
  access: 'member',
  emulating: 'refused',
  summary: 'Stop waiting, or let an offered spot go to the next.',
  params: byId,
  returns: SessionDetail,
  errors: ['session_not_found', 'not_on_waitlist'],
});

export const claimSpot = endpoint({
  method: 'POST',
  path: '/sessions/:id/waitlist/accept/',
  access: 'member',
  emulating: 'refused',
  summary: 'Take the spot that was offered; whoever has it already simply keeps it.',
  params: byId,
  returns: SessionDetail,
  errors: ['not_on_waitlist', 'offer_expired', ...joinErrors],
});
