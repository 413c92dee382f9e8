/** Chance that can be repeated: the same seed gives the same sample data. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** Both ends included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Up to `count` different ones, in a random order. */
  some<T>(list: readonly T[], count: number): T[];
  /** A moment between two others. */
  between(from: Date, to: Date): Date;
};

/** mulberry32: small, fast, and good enough to make a gym look alive. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function next() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));

  function pick<T>(list: readonly T[]): T {
    const picked = list[int(0, list.length - 1)];
    if (picked === undefined) throw new Error('Nothing to pick from.');
    return picked;
  }

  function some<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    const picked: T[] = [];
    while (picked.length < count && rest.length > 0) picked.push(...rest.splice(int(0, rest.length - 1), 1));
    return picked;
  }

  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    some,
    between: (from, to) => new Date(from.getTime() + Math.floor(next() * Math.max(0, to.getTime() - from.getTime()))),
  };
}

/** UUIDv7 like the server's own, but repeatable. */
export function createIds(random: Random): (at: Date) => string {
  let sequence = 0;
  return (at) => {
    sequence = (sequence + 1) & 0xfff;
    const time = at.getTime().toString(16).padStart(12, '0');
    const part = (bits: number) => Math.floor(random.next() * 2 ** bits);
    const variant = (0x8000 | part(14)).toString(16);
    const tail = part(24).toString(16).padStart(6, '0') + part(24).toString(16).padStart(6, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-${(0x7000 | sequence).toString(16)}-${variant}-${tail}`;
  };
}
