type Cell = string | number | boolean | null | undefined;

/** Spreadsheets run cells that begin like this. Apostrophes before it count, so that `plainCell` takes off exactly one. */
const formula = /^'*\s*[=+\-@\t\r]/;

function cellOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const defused = typeof value === 'string' && formula.test(text) ? `'${text}` : text;
  // Quoted when empty: only then does a reader know it from a cell without a value.
  return defused === '' || /[",;\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}

/** The text that `csvLine` wrote into a cell, whether it was defused or not. */
export const plainCell = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell);

/** The start of a file, so that spreadsheets read it as UTF-8. */
export const CSV_START = '\uFEFF';

/** One line of CSV (RFC 4180), with formulas defused. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;
