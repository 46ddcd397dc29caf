import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatCsv } from './csv.ts';
import { saveFile } from './save-file.ts';
import { useConsole } from './scene.ts';

/** A virtualised table: only visible rows are rendered, so that thousands stay fast. Printing renders all rows. */

export interface TableColumn<Row> {
  readonly name: string;
  readonly label: string;
  /** Value for sorting, filtering and export. */
  readonly getValue: (row: Row) => string | number;
  readonly renderCell?: (row: Row) => ComponentChildren;
  readonly isFigure?: boolean;
  /** Takes the remaining width and is truncated if there is too little. */
  readonly isWide?: boolean;
  /** Hidden on narrow screens. */
  readonly isExtra?: boolean;
}

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
  readonly totals?: Readonly<Record<string, string>>;
}

const ROW_HEIGHT = 34;
const BEYOND = 12;

export function Table<Row>({
  name,
  caption,
  columns,
  rows,
  total = rows.length,
  getKey,
  onOpen,
  getMark,
  totals,
}: TableProps<Row>) {
  const { say, format } = useConsole();
  const [sort, setSort] = useState<{ readonly name: string; readonly isDown: boolean } | null>(null);
  const [filter, setFilter] = useState('');
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(480);
  const [isPrinting, setPrinting] = useState(false);
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);

  const shown = useMemo(
    () => sortRows(filterRows(rows, columns, filter), columns, sort),
    [rows, filter, sort, columns],
  );

  useEffect(() => {
    const measure = (): void => setHeight(box.current?.clientHeight ?? 480);
    const onPrint = (): void => setPrinting(true);
    const onPrinted = (): void => setPrinting(false);
    measure();
    addEventListener('resize', measure);
    addEventListener('beforeprint', onPrint);
    addEventListener('afterprint', onPrinted);
    return () => {
      removeEventListener('resize', measure);
      removeEventListener('beforeprint', onPrint);
      removeEventListener('afterprint', onPrinted);
    };
  }, []);

  const first = isPrinting ? 0 : Math.max(0, Math.floor(top / ROW_HEIGHT) - BEYOND);
  const last = isPrinting ? shown.length : Math.min(shown.length, Math.ceil((top + height) / ROW_HEIGHT) + BEYOND);

  /** A rendered row that can receive the keyboard focus. */
  const reached = Math.max(first, Math.min(active, last - 1));

  const focusRow = (index: number): void => {
    const next = Math.max(0, Math.min(shown.length - 1, index));
    setActive(next);
    const place = next * ROW_HEIGHT;
    const view = box.current;
    if (!view) return;
    // Head and totals are sticky and reduce the visible height.
    const kept = [...view.querySelectorAll<HTMLElement>('thead, tfoot')].reduce(
      (sum, one) => sum + one.offsetHeight,
      0,
    );
    if (place < view.scrollTop) view.scrollTop = place;
    else view.scrollTop = Math.max(view.scrollTop, place + ROW_HEIGHT + kept - view.clientHeight);
    requestAnimationFrame(() => view.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus());
  };

  const onRowKey = (event: KeyboardEvent, index: number): void => {
    const page = Math.max(1, Math.floor(height / ROW_HEIGHT) - 2);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: shown.length - 1,
    };
    if (event.key === 'Enter' && onOpen) onOpen(shown[index]!);
    else if (steps[event.key] !== undefined) focusRow(steps[event.key]!);
    else return;
    event.preventDefault();
  };

  const exportCsv = (): void => {
    const heads = columns.map(({ label }) => label);
    const lines = shown.map((row) => columns.map(({ getValue }) => getValue(row)));
    saveFile(`${name}.csv`, new Blob([formatCsv([heads, ...lines])], { type: 'text/csv;charset=utf-8' }));
  };

  return (
    <section class="table">
      <div class="tools">
        <label>
          {say('filter')}
          <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
        </label>
        <output aria-live="polite">
          {shown.length === total
            ? say(format.isOne(total) ? 'row' : 'rows', { count: format.count(total) })
            : say('of_rows', { shown: format.count(shown.length), count: format.count(total) })}
        </output>
        <button type="button" onClick={exportCsv}>
          {say('csv')}
        </button>
      </div>
      <div
        class="rows"
        ref={box}
        tabIndex={shown.length === 0 ? 0 : undefined}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <table aria-rowcount={shown.length + 1} style={computeWidths(columns)}>
          <caption class="unseen">{caption}</caption>
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
                    onClick={() =>
                      setSort({ name: column.name, isDown: sort?.name === column.name ? !sort.isDown : false })
                    }
                  >
                    {column.label}
                    <span aria-hidden="true">{sort?.name === column.name ? (sort.isDown ? ' ▼' : ' ▲') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Spacer rows={first} />
            {shown.slice(first, last).map((row, offset) => {
              const index = first + offset;
              return (
                <tr
                  key={getKey(row)}
                  data-index={index}
                  aria-rowindex={index + 2}
                  tabIndex={onOpen ? (index === reached ? 0 : -1) : undefined}
                  class={[onOpen ? 'opens' : '', getMark?.(row) ?? ''].join(' ').trim() || undefined}
                  onClick={onOpen && (() => onOpen(row))}
                  onFocus={() => setActive(index)}
                  onKeyDown={onOpen && ((event) => onRowKey(event, index))}
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
            })}
            <Spacer rows={shown.length - last} />
            {shown.length === 0 && (
              <tr>
                <td class="quiet" colSpan={columns.length}>
                  {say('nothing')}
                </td>
              </tr>
            )}
          </tbody>
          {totals && (
            <tfoot>
              <tr>
                {columns.map((column) => (
                  <td key={column.name} class={getCellClass(column)}>
                    {totals[column.name] ?? ''}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </section>
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

function filterRows<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[], filter: string): readonly Row[] {
  const words = filter.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = columns.map(({ getValue }) => String(getValue(row)).toLowerCase()).join(' ');
    return words.every((word) => text.includes(word));
  });
}

function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sort: { readonly name: string; readonly isDown: boolean } | null,
): readonly Row[] {
  const column = sort && columns.find(({ name }) => name === sort.name);
  if (!column) return rows;
  const order = sort.isDown ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: toSortKey(column.getValue(row), column.isFigure ?? false) }));
  return keyed.sort((one, other) => order * compareKeys(one.key, other.key)).map(({ row }) => row);
}

const toSortKey = (value: string | number, isFigure: boolean): string | number =>
  isFigure && typeof value === 'string' ? Number(value.replace(/[^\d.-]/g, '') || 0) : value;

const compareKeys = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));
