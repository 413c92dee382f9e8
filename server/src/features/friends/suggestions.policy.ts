import { dayAt } from '@spotter/contract/wall-clock.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';

/** The reader's own day, so that their list changes while they sleep. */
export const todayOf = ({ caller, now }: MemberCtx): string => dayAt(now, caller.homeZone);
