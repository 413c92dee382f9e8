export { type GymRows, insertGymRows } from './filling/insert-rows.ts';
export { type GymKind, gymKinds } from './filling/kinds.ts';
export { type GymPlan, planDemoGym } from './gym-rows.ts';
export type * from './history.ts';
export { busiestHour, hourScript } from './hour.ts';
export { type Simulation, simulate, startSimulation } from './simulate.ts';
export { type WorldName, worldNames, worlds } from './worlds.ts';
