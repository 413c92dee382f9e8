import { CSV_START, csvLine } from '@spotter/contract/csv.ts';
import { saveFile } from '#platform/save-file.ts';

export type ChartTable = {
  head: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
  /** Shows the people behind a number; undefined where nobody is. */
  opens?: (row: number, column: number) => (() => void) | undefined;
};

const csvOf = ({ head, rows }: ChartTable) => CSV_START + [head, ...rows].map(csvLine).join('');

export const saveCsv = (table: ChartTable, name: string) =>
  saveFile(new Blob([csvOf(table)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
