import { endpoint } from '../api/endpoint.ts';
import { byId } from '../api/primitives.ts';
import { SessionDetail } from './sessions.ts';
import { joinErrors } from './spots.ts';

export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/sessions/:id/waitlist/',
  access: 'member',
  emulating: 'refused',
  sentOnce: true,
  summary: 'Join the waitlist of a full session.',
  params: byId,
  returns: SessionDetail,
  errors: ['not_full', 'already_on_waitlist', ...joinErrors],
});

export const leaveWaitlist = endpoint({
  method: 'DELETE',
  path: '/sessions/:id/waitlist/',
  access: 'member',
  emulating: 'refused',
  summary: 'Leave the waitlist, or pass on an offered spot.',
  params: byId,
  returns: SessionDetail,
  errors: ['session_not_found', 'not_on_waitlist'],
});

export const claimSpot = endpoint({
  method: 'POST',
  path: '/sessions/:id/waitlist/accept/',
  access: 'member',
  emulating: 'refused',
  summary: 'Claim the offered spot; claiming twice keeps it.',
  params: byId,
  returns: SessionDetail,
  errors: ['not_on_waitlist', 'offer_expired', ...joinErrors],
});
