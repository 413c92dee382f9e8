/**
 * Options of a property test: the same few runs at every `npm test`, and many new ones at every `npm run test:long`.
 */
export const runs = (few: number): { numRuns: number; seed?: number } =>
  process.env.PROPERTY_RUNS ? { numRuns: few * Number(process.env.PROPERTY_RUNS) } : { numRuns: few, seed: 1 };
