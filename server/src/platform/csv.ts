export { CSV_START, csvLine } from '@spotter/contract/csv.ts';
