type Cell = string | number | boolean | null | undefined;

/** Spreadsheets run cells that begin like this. */
const formula = /^[\s]*[=+\-@\t\r]/;

function cellOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const defused = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/** The start of a file, so that spreadsheets read it as UTF-8. */
export const CSV_START = '\uFEFF';

/** One line of CSV (RFC 4180), with formulas defused. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;
