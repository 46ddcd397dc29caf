import { useEffect, useRef, useState } from 'preact/hooks';
import { AccountInput, useAccounts } from '../components/account-input.tsx';
import { Field } from '../components/field.tsx';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import { useWriter } from '../support/write.ts';
import { BUDGET_KINDS, type Budget, type BudgetKind, type Comparison } from './answers.ts';
import { moveInGrid } from './grid-keys.ts';
import { GridLine } from './grid-line.tsx';
import {
  computeResult,
  createRow,
  guessType,
  isCellWrong,
  pasteCells,
  readPasted,
  sumRow,
  toLines,
  toRows,
  type GridRow,
} from './grid-rows.ts';
import { sayIn } from './words.ts';

interface BudgetGridProps {
  readonly budget: Budget;
  readonly onClose: () => void;
  readonly onSaved: () => void;
  readonly onUndone: () => void;
}

/** The amounts of a budget by account and month, edited as in a spreadsheet. */
export function BudgetGrid({ budget, onClose, onSaved, onUndone }: BudgetGridProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { write, isBusy, problem, getErrors } = useWriter();
  const [name, setName] = useState(budget.name);
  const [kind, setKind] = useState(budget.kind);
  const [rows, setRows] = useState(() => toRows(budget));
  const [version] = useState(budget.version);
  const isWrong = rows.some(({ cells }) => cells.some(isCellWrong));
  const latest = useRef(rows);
  latest.current = rows;
  const save = async (): Promise<void> => {
    if (latest.current.some(({ cells }) => cells.some(isCellWrong))) return;
    const sent = await write({
      method: 'PATCH',
      path: `/budgets/${budget.id}`,
      body: { name, kind, lines: toLines(latest.current) },
      baseVersion: version,
      done: tell('saved', { name }),
      onUndone,
    });
    if (sent) onSaved();
  };
  return (
    <form
      class="budget-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        // The cell that is being typed in is entered first.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        setTimeout(() => void save());
      }}
    >
      <div class="tools">
        <Field label={tell('name')} problems={getErrors('name')}>
          {(control) => <input {...control} value={name} onInput={(event) => setName(event.currentTarget.value)} />}
        </Field>
        <Field label={tell('kind')} problems={getErrors('kind')}>
          {(control) => (
            <select {...control} value={kind} onChange={(event) => setKind(event.currentTarget.value as BudgetKind)}>
              {BUDGET_KINDS.map((one) => (
                <option key={one} value={one}>
                  {tell(`kind_${one}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <p class="quiet">{tell('grid_help')}</p>
      <Grid budget={budget} rows={rows} onRows={setRows} errors={problem?.errors ?? {}} />
      {problem && <p role="alert">{problem.message}</p>}
      {isWrong && <p role="alert">{tell('wrong_cells')}</p>}
      <p class="tools">
        <button type="submit" class="primary" disabled={isBusy || isWrong} aria-keyshortcuts="Control+S">
          {tell('save')} <kbd>Ctrl S</kbd>
        </button>
        <button type="button" onClick={onClose}>
          {tell('cancel')}
        </button>
      </p>
    </form>
  );
}

interface GridProps {
  readonly budget: Budget;
  readonly rows: readonly GridRow[];
  readonly onRows: (change: (rows: readonly GridRow[]) => readonly GridRow[]) => void;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

function Grid({ budget, rows, onRows, errors }: GridProps) {
  const { api, place, language, format } = useConsole();
  const tell = sayIn(language);
  const accounts = useAccounts();
  const path = `${getFilePath(place)}/budgets/${budget.id}/comparison`;
  // Read for the names of lines and periods, which the budget itself does not have.
  const named = getLoadedValue(useLoaded(path, (signal) => api.get<Comparison>(path, {}, signal)));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), [named !== null]);
  if (named === null) return <p class="quiet">…</p>;
  const { periods } = named;
  const names = new Intl.DateTimeFormat(language, { month: 'short', year: '2-digit', timeZone: 'UTC' });
  const months = periods.map(({ starts_on }) => names.format(new Date(`${starts_on.slice(0, 10)}T00:00:00Z`)));
  const findNamed = ({ line }: GridRow) => named.rows[line === null ? -1 : budget.lines.indexOf(line)];
  const types = rows.map((row) => findNamed(row)?.type ?? guessType(row.account));
  const getLabel = (row: GridRow): string => {
    const known = findNamed(row);
    if (known) return [known.label, known.analytic_code].filter(Boolean).join(' · ');
    return accounts.find(({ number }) => number === row.account)?.label ?? '';
  };
  const replaceRow = (index: number, change: (row: GridRow) => GridRow): void =>
    onRows((before) => before.map((row, place) => (place === index ? change(row) : row)));
  const paste = (event: ClipboardEvent): void => {
    const { row, column } = (event.target as HTMLElement).dataset;
    const cells = readPasted(event.clipboardData?.getData('text/plain') ?? '');
    if (row === undefined || column === undefined || (cells.length === 1 && cells[0]!.length === 1)) return;
    event.preventDefault();
    onRows((before) => pasteCells(before, { cells, row: Number(row), period: Number(column) }, language));
  };
  return (
    <>
      <div class="budget-grid" ref={box} onPaste={paste} onKeyDown={moveInGrid}>
        <table>
          <caption class="unseen">{tell('amounts')}</caption>
          <thead>
            <tr>
              <th scope="col">{tell('account')}</th>
              {months.map((month, index) => (
                <th key={periods[index]!.id} scope="col" class="figure">
                  {month}
                </th>
              ))}
              <th scope="col" class="figure">
                {tell('year')}
              </th>
              <th scope="col">
                <span class="unseen">{tell('remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <GridLine
                key={row.key}
                row={row}
                index={index}
                label={getLabel(row)}
                months={months}
                problems={listRowProblems(errors, index)}
                onChange={(change) => replaceRow(index, change)}
                onRemove={() => onRows((before) => before.filter(({ key }) => key !== row.key))}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{tell('total_result')}</th>
              {months.map((_, period) => (
                <td key={periods[period]!.id} class="figure">
                  {format.amount(
                    computeResult(
                      rows.map(({ cells }) => cells[period]!),
                      types,
                    ),
                  )}
                </td>
              ))}
              <td class="figure">{format.amount(computeResult(rows.map(sumRow), types))}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      <NewLine
        onAdd={(account) =>
          onRows((before) => [
            ...before,
            createRow(Math.max(-1, ...before.map(({ key }) => key)) + 1, account, periods.length),
          ])
        }
      />
    </>
  );
}

/** Messages about a line, whatever its field. */
const listRowProblems = (errors: GridProps['errors'], index: number): string =>
  Object.entries(errors)
    .flatMap(([field, messages]) => (field.startsWith(`lines.${index}.`) ? messages : []))
    .join(' ');

function NewLine({ onAdd }: { readonly onAdd: (account: string) => void }) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const [account, setAccount] = useState('');
  return (
    <div class="tools new-line">
      <Field label={tell('new_line')} hint={tell('new_line_help')}>
        {(control) => <AccountInput {...control} value={account} onInput={setAccount} />}
      </Field>
      <button
        type="button"
        disabled={!/^\d+$/.test(account)}
        onClick={() => {
          onAdd(account);
          setAccount('');
        }}
      >
        {tell('add_line')}
      </button>
    </div>
  );
}
