import { ApiError } from '#platform/api/api-error.ts';

/** What was sent rests on something that has changed since: what somebody else stored, or what a preview showed. */
export const isChangedMeanwhile = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'changed_meanwhile';

/** Somebody else stored a change that this one would replace. A preview that is out of date names its field instead. */
export const wouldReplaceTheirs = (error: unknown): error is ApiError =>
  isChangedMeanwhile(error) && Object.keys(error.details).length === 0;
