import { drills, liveProject } from './vitest.config.ts';

/** The drills without a browser: `npm run test:drills`. docs/testing.md says what a drill is. */
export default liveProject('live drills', { include: [drills] });
