/** How often a property test tries: few times in `npm test`, many times as many in `npm run test:long`. */
export const runs = (few: number): { numRuns: number } => ({ numRuns: few * Number(process.env.PROPERTY_RUNS ?? 1) });
