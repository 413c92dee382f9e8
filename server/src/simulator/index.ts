export type * from './history.ts';
export { type Simulation, simulate, startSimulation } from './simulate.ts';
export { type WorldName, worldNames, worlds } from './worlds.ts';
