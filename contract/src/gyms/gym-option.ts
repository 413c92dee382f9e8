import { z } from 'zod';
import { Id } from '../api/primitives.ts';

/** A gym as a choice in a list. */
export const GymOption = z.object({ id: Id, name: z.string() }).meta({ id: 'GymOption' });
