import { useMemo, useState } from 'preact/hooks';
import { useConsole } from '../support/scene.ts';
import { isCellWrong, readCell, setCell, setTotal, sumRow, type GridRow } from './grid-rows.ts';
import { sayIn } from './words.ts';

interface GridLineProps {
  readonly row: GridRow;
  readonly index: number;
  readonly label: string;
  /** Names of the periods. */
  readonly months: readonly string[];
  /** What the service says is wrong with it. */
  readonly problems: string;
  readonly onChange: (change: (row: GridRow) => GridRow) => void;
  readonly onRemove: () => void;
}

/** A line of the grid: one amount per month, and their sum. */
export function GridLine({ row, index, label, months, problems, onChange, onRemove }: GridLineProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const name = [row.account, label].filter(Boolean).join(' ');
  // Only the line that changes is built again: a budget may have hundreds.
  return useMemo(
    () => (
      <tr class={problems === '' ? undefined : 'refused'}>
        <th scope="row" title={name}>
          <span class="line-name">
            {row.account} <span class="quiet">{label}</span>
          </span>
          {problems !== '' && <span class="wrong">{problems}</span>}
        </th>
        {row.cells.map((cell, period) => (
          <td key={period}>
            <Cell
              name={`${name}, ${months[period]!}`}
              cell={cell}
              row={index}
              column={period}
              onEnter={(text) => onChange((before) => setCell(before, period, readCell(text, language)))}
            />
          </td>
        ))}
        <td>
          <Cell
            name={`${name}, ${tell('year')}`}
            cell={sumRow(row)}
            row={index}
            column={row.cells.length}
            onEnter={(text) => onChange((before) => setTotal(before, readCell(text, language)))}
          />
        </td>
        <td>
          <button type="button" class="quiet" aria-label={tell('remove_line', { name })} onClick={onRemove}>
            ×
          </button>
        </td>
      </tr>
    ),
    [row, index, label, problems, language],
  );
}

interface CellProps {
  readonly name: string;
  readonly cell: string;
  readonly row: number;
  readonly column: number;
  /** Given what was typed, when the reader goes on. */
  readonly onEnter: (text: string) => void;
}

function Cell({ name, cell, row, column, onEnter }: CellProps) {
  const { format } = useConsole();
  const [typed, setTyped] = useState<string | null>(null);
  const enter = (): void => {
    if (typed !== null) onEnter(typed);
    setTyped(null);
  };
  return (
    <input
      class="figure"
      inputMode="decimal"
      autocomplete="off"
      aria-label={name}
      aria-invalid={isCellWrong(cell) ? true : undefined}
      data-row={row}
      data-column={column}
      value={typed ?? format.amount(cell)}
      onFocus={(event) => event.currentTarget.select()}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onBlur={enter}
    />
  );
}
