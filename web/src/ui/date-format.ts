type Moment = Date | number;

/**
 * A date format in the reader's language, created on first use. Creating one takes a phone 20 ms, and every page would
 * wait for all formats of the files it imports.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions) {
  let made: Intl.DateTimeFormat | undefined;
  const get = () => {
    made ??= new Intl.DateTimeFormat(undefined, options);
    return made;
  };
  return {
    format: (moment?: Moment) => get().format(moment),
    formatRange: (from: Moment, to: Moment) => get().formatRange(from, to),
    formatToParts: (moment?: Moment) => get().formatToParts(moment),
  };
}
