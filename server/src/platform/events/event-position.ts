/*
 * A place in a scope's events is a number in an epoch. A failover that lost events continues an older history, where the
 * same numbers stand for other events; there the scope begins a new epoch (decision 34).
 */

export type EventPosition = { epoch: number; number: number };

/** What a scope knows of its own history. */
export type History = { head: number; epoch: number; epoch_before: number | null; epoch_start: number };

/** SQL for the columns of a history, from a scope that may have no row yet. */
export const historySql = (
  scope: string,
) => `coalesce(${scope}.last_number, 0) as head, coalesce(${scope}.epoch, 0) as epoch,
  ${scope}.epoch_before, coalesce(${scope}.epoch_start, 0) as epoch_start`;

/** Events of one epoch have smaller numbers. */
const EPOCH = 1e12;

/** A place as readers keep it: digits, as before there were epochs. */
export const cursorOf = ({ epoch, number }: EventPosition): number => epoch * EPOCH + number;

export const eventPositionOf = (cursor: number): EventPosition => ({
  epoch: Math.floor(cursor / EPOCH),
  number: cursor % EPOCH,
});

/** Whether a reader who has come to this place has seen what this history says, and nothing else. */
export const isPartOf = ({ epoch, number }: EventPosition, history: History): boolean =>
  number <= history.head &&
  (epoch === history.epoch || (epoch === history.epoch_before && number <= history.epoch_start));
