import clsx from 'clsx';
import type { Key, ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Hides the header visually, as over a column of buttons. */
  hideHeader?: boolean;
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
  className?: string;
};

// Browsers drop table semantics when a phone's layout makes the element a block, so the roles are explicit.
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
};

/** Rows and columns; on a phone each row becomes a card headed by its first column. */
export function Table<Row>({ caption, columns, rows, rowKey, empty, className }: TableProps<Row>) {
  if (rows.length === 0 && empty) return empty;
  return (
    <table {...as.table} className={clsx('w-full border-collapse text-left text-sm max-md:block', className)}>
      <caption className="sr-only">{caption}</caption>
      <thead {...as.rowgroup} className="max-md:sr-only">
        <tr {...as.row}>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              {...as.columnheader}
              className={clsx(
                'whitespace-nowrap border-border border-b px-4 pb-3 font-medium text-text-tertiary first:pl-0 last:pr-0',
                column.align === 'end' && 'text-right',
              )}
            >
              {column.hideHeader ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as.rowgroup} className="max-md:flex max-md:flex-col max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...as.row}
            className="max-md:flex max-md:flex-col max-md:gap-2 max-md:rounded-card max-md:border max-md:border-border max-md:p-4"
          >
            {columns.map((column, index) => (
              <td
                key={column.key}
                {...as.cell}
                className={clsx(
                  'md:h-14 md:border-border md:border-b md:px-4 md:py-2 md:first:pl-0 md:last:pr-0',
                  column.align === 'end' && 'md:text-right',
                  index === 0
                    ? 'font-medium max-md:text-base'
                    : 'max-md:flex max-md:items-center max-md:justify-between',
                )}
              >
                {index > 0 && !column.hideHeader ? (
                  <span aria-hidden="true" className="text-text-tertiary md:hidden">
                    {column.header}
                  </span>
                ) : null}
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
