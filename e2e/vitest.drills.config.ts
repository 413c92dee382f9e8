import { drills, liveProject } from './vitest.config.ts';

/** Drills of the server together with the web app's own code: `npm run test:drills`. docs/testing.md says what a drill is. */
export default liveProject('live drills', { include: [drills] });
