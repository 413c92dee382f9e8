import { once } from 'node:events';
import { connect } from '#platform/db/connect.ts';
import { learn } from './learn.service.ts';
import type { LearnOrder } from './learn-apart.service.ts';

/* Learns from the history of the organization it is told of, and says what it found. */

// When the server stops, so does the learning; the job does it anew.
process.once('disconnect', () => process.exit(1));
const [{ databaseUrl, organizationId, now }] = (await once(process, 'message')) as [LearnOrder];
const { inside, close } = connect(databaseUrl, { max: 1, onError: (error) => console.error(error.message) });
const learned = await learn(inside({ organizationId }), { organizationId, now: new Date(now) });
await close();
process.send?.(learned, () => process.exit(0));
