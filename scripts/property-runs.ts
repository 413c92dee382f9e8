/** Number of runs of a property test: few in `npm test`, many in `npm run test:long`. */
export const runs = (few: number): { numRuns: number } => ({ numRuns: few * Number(process.env.PROPERTY_RUNS ?? 1) });
