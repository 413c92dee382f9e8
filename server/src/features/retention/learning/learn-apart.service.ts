import { workApart } from '#platform/offload/work-apart.ts';
import type { Learned } from './learn.service.ts';

/** Messages carry no dates. */
export type LearnOrder = { databaseUrl: string; organizationId: string; now: string };

/** In a process of its own: years of facts and their fits would hold up this one's calls. */
export const learnApart = workApart<LearnOrder, Learned>(new URL('./learn-apart.process.ts', import.meta.url));
