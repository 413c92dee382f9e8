import {
  Bike,
  Dumbbell,
  Flame,
  Footprints,
  HeartPulse,
  type LucideIcon,
  StretchHorizontal,
  Trophy,
  Users,
  Waves,
} from 'lucide-react';

/** Icons a gym can name in its theme. */
export const workoutIcons: Record<string, LucideIcon> = {
  'heart-pulse': HeartPulse,
  dumbbell: Dumbbell,
  users: Users,
  'stretch-horizontal': StretchHorizontal,
  trophy: Trophy,
  bike: Bike,
  flame: Flame,
  footprints: Footprints,
  waves: Waves,
};
