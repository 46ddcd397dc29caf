import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatCsv } from './csv.ts';
import { rememberOpened, takeOpened } from './focus.ts';
import { saveFile } from './save-file.ts';
import { useConsole } from './scene.ts';
import { filterRows, sortRows, sumRows, type Sort, type TableColumn, type Totals } from './table-rows.ts';
import { useViewport } from './viewport.ts';

export type { TableColumn };

/** A virtualised table: only visible rows are rendered, so that thousands stay fast. Printing renders all rows. */

interface TableProps<Row> {
  readonly name: string;
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** Total count, if not all rows are loaded. */
  readonly total?: number;
  readonly getKey: (row: Row) => string | number;
  readonly onOpen?: (row: Row) => void;
  readonly getMark?: (row: Row) => string | undefined;
  /** False if the service searches: the table then has no filter of its own. */
  readonly isSearchable?: boolean;
  /** Of all rows, or how to compute them; figures follow the filter. */
  readonly totals?: Totals | ((shown: readonly Row[]) => Totals);
}

const ROW_HEIGHT = 34;
const BEYOND = 5;

export function Table<Row>(props: TableProps<Row>) {
  const { name, caption, columns, rows, total = rows.length, totals, getKey, onOpen } = props;
  const { format } = useConsole();
  const [sort, setSort] = useState<Sort | null>(null);
  const [filter, setFilter] = useState('');
  // In rows, so that a table is drawn again only when other rows come into view.
  const [top, setTop] = useState(0);
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const { height, isPrinting } = useViewport(box);

  const shown = useMemo(
    () => sortRows(filterRows(rows, columns, filter), columns, sort),
    [rows, filter, sort, columns],
  );
  const sums = useMemo(
    () =>
      typeof totals === 'function'
        ? totals(shown)
        : totals && shown.length < rows.length
          ? sumRows(totals, columns, shown, format)
          : totals,
    [shown, totals],
  );
  const end = isPrinting ? shown.length : Math.min(shown.length, top + Math.ceil(height / ROW_HEIGHT) + 1 + BEYOND);
  const start = isPrinting ? 0 : Math.max(0, Math.min(top, end) - BEYOND);

  const focusRow = (index: number): void => {
    const next = Math.max(0, Math.min(shown.length - 1, index));
    setActive(next);
    if (box.current) scrollToRow(box.current, next);
  };

  // Back from a row: the reader goes on where they were.
  useEffect(() => {
    const key = takeOpened();
    const index = key === undefined ? -1 : shown.findIndex((row) => getKey(row) === key);
    if (index >= 0) focusRow(index);
  }, []);
  const open =
    onOpen &&
    ((row: Row): void => {
      rememberOpened(getKey(row));
      onOpen(row);
    });

  return (
    <section class="table">
      <TableTools
        filter={filter}
        onFilter={props.isSearchable === false ? null : setFilter}
        shown={shown.length}
        total={total}
        onExport={() => exportCsv(name, columns, shown)}
      />
      <div
        class="rows"
        ref={box}
        tabIndex={shown.length === 0 || !onOpen ? 0 : undefined}
        onScroll={(event) => setTop(Math.floor(event.currentTarget.scrollTop / ROW_HEIGHT))}
      >
        <table aria-rowcount={shown.length + 1} style={computeWidths(columns)}>
          <caption class="unseen">{caption}</caption>
          <TableHead columns={columns} sort={sort} onSort={setSort} />
          <TableBody
            {...props}
            onOpen={open}
            shown={shown}
            first={start}
            last={end}
            active={active}
            page={Math.max(1, Math.floor(height / ROW_HEIGHT) - 2)}
            onFocus={setActive}
            onMove={focusRow}
          />
          {sums && <TableFoot columns={columns} totals={sums} />}
        </table>
      </div>
    </section>
  );
}

function scrollToRow(view: HTMLElement, index: number): void {
  const place = index * ROW_HEIGHT;
  // Head and totals are sticky and reduce the visible height.
  const kept = [...view.querySelectorAll<HTMLElement>('thead, tfoot')].reduce((sum, one) => sum + one.offsetHeight, 0);
  if (place < view.scrollTop) view.scrollTop = place;
  else view.scrollTop = Math.max(view.scrollTop, place + ROW_HEIGHT + kept - view.clientHeight);
  requestAnimationFrame(() => view.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus());
}

function exportCsv<Row>(name: string, columns: readonly TableColumn<Row>[], rows: readonly Row[]): void {
  const heads = columns.map(({ label }) => label);
  const lines = rows.map((row) => columns.map(({ getValue }) => getValue(row)));
  saveFile(`${name}.csv`, new Blob([formatCsv([heads, ...lines])], { type: 'text/csv;charset=utf-8' }));
}

interface TableToolsProps {
  readonly filter: string;
  readonly onFilter: ((filter: string) => void) | null;
  /** Number of rows that the filter leaves. */
  readonly shown: number;
  readonly total: number;
  readonly onExport: () => void;
}

function TableTools({ filter, onFilter, shown, total, onExport }: TableToolsProps) {
  const { say, format } = useConsole();
  return (
    <div class="tools">
      {onFilter && (
        <label>
          {say('filter')}
          <input type="search" value={filter} onInput={(event) => onFilter(event.currentTarget.value)} />
        </label>
      )}
      <output aria-live="polite">
        {shown === total
          ? say(format.isOne(total) ? 'row' : 'rows', { count: format.count(total) })
          : say('of_rows', { shown: format.count(shown), count: format.count(total) })}
      </output>
      <button type="button" onClick={onExport}>
        {say('csv')}
      </button>
    </div>
  );
}

interface TableHeadProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort) => void;
}

function TableHead<Row>({ columns, sort, onSort }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.name}
            scope="col"
            class={getCellClass(column)}
            aria-sort={sort?.name === column.name ? (sort.isDown ? 'descending' : 'ascending') : undefined}
          >
            {/* On paper the head is repeated, which browsers do not do with buttons. */}
            <span class="on-paper">{column.label}</span>
            <button
              type="button"
              onClick={() => onSort({ name: column.name, isDown: sort?.name === column.name ? !sort.isDown : false })}
            >
              {column.label}
              <span aria-hidden="true">{sort?.name === column.name ? (sort.isDown ? ' ▼' : ' ▲') : ''}</span>
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface TableBodyProps<Row> extends Pick<TableProps<Row>, 'columns' | 'getKey' | 'onOpen' | 'getMark'> {
  readonly shown: readonly Row[];
  /** The rendered rows, without the last index. */
  readonly first: number;
  readonly last: number;
  /** Index of the row that had the focus last. */
  readonly active: number;
  /** Rows per page of the keyboard. */
  readonly page: number;
  readonly onFocus: (index: number) => void;
  readonly onMove: (index: number) => void;
}

function TableBody<Row>(props: TableBodyProps<Row>) {
  const { columns, shown, first, last, active, getKey } = props;
  const { say, place } = useConsole();
  const isPast = place.at !== undefined;
  /** A rendered row that can receive the keyboard focus. */
  const reached = Math.max(first, Math.min(active, last - 1));
  return (
    <tbody>
      <Spacer rows={first} />
      {shown.slice(first, last).map((row, offset) => (
        <TableRow
          {...props}
          // An earlier moment does not change by itself. The slider brings other rows, which are drawn faster in place.
          key={isPast ? first + offset : getKey(row)}
          row={row}
          index={first + offset}
          isReached={first + offset === reached}
        />
      ))}
      <Spacer rows={shown.length - last} />
      {shown.length === 0 && (
        <tr>
          <td class="quiet" colSpan={columns.length}>
            {say('nothing')}
          </td>
        </tr>
      )}
    </tbody>
  );
}

interface TableRowProps<Row> extends TableBodyProps<Row> {
  readonly row: Row;
  readonly index: number;
  /** Whether the keyboard reaches this row. */
  readonly isReached: boolean;
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, isReached, columns, onOpen, getMark, onFocus } = props;
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      tabIndex={onOpen ? (isReached ? 0 : -1) : undefined}
      class={[onOpen ? 'opens' : '', getMark?.(row) ?? ''].join(' ').trim() || undefined}
      onClick={onOpen && (() => onOpen(row))}
      onFocus={() => onFocus(index)}
      onKeyDown={onOpen && ((event) => handleRowKey(event, props))}
    >
      {columns.map((column) => (
        <td
          key={column.name}
          class={getCellClass(column)}
          title={column.isWide ? String(column.getValue(row)) : undefined}
        >
          {column.renderCell ? column.renderCell(row) : column.getValue(row)}
        </td>
      ))}
    </tr>
  );
}

function handleRowKey<Row>(event: KeyboardEvent, props: TableRowProps<Row>): void {
  const { row, index, page, shown, onOpen, onMove } = props;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: shown.length - 1,
  };
  if (event.key === 'Enter' && onOpen) onOpen(row);
  else if (steps[event.key] !== undefined) onMove(steps[event.key]!);
  else return;
  event.preventDefault();
}

interface TableFootProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly totals: Totals;
}

function TableFoot<Row>({ columns, totals }: TableFootProps<Row>) {
  return (
    <tfoot>
      <tr>
        {columns.map((column) => (
          <td key={column.name} class={getCellClass(column)}>
            {totals[column.name] ?? ''}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

const getCellClass = <Row,>({ isFigure, isWide, isExtra }: TableColumn<Row>): string | undefined =>
  [isFigure && 'figure', isWide && 'wide', isExtra && 'extra'].filter(Boolean).join(' ') || undefined;

/** Wide columns share the remaining width, on wide and narrow screens. */
const computeWidths = <Row,>(columns: readonly TableColumn<Row>[]): Record<string, string> => {
  const wide = columns.filter(({ isWide }) => isWide);
  const kept = wide.filter(({ isExtra }) => !isExtra);
  return { '--wide': String(Math.max(1, wide.length)), '--wide-kept': String(Math.max(1, kept.length)) };
};

function Spacer({ rows }: { readonly rows: number }) {
  return rows <= 0 ? null : <tr aria-hidden="true" style={{ height: `${rows * ROW_HEIGHT}px` }} />;
}
