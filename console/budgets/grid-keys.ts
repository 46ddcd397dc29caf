/** Moves between the cells of the grid with the arrow keys and Enter, as in a spreadsheet. */
export function moveInGrid(event: KeyboardEvent): void {
  const cell = event.target;
  if (!(cell instanceof HTMLInputElement) || cell.dataset['row'] === undefined) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = findStep(event, cell);
  if (step === null) return;
  const row = Number(cell.dataset['row']) + step.rows;
  const column = Number(cell.dataset['column']) + step.columns;
  const next = cell
    .closest('table')
    ?.querySelector<HTMLInputElement>(`input[data-row="${row}"][data-column="${column}"]`);
  // Enter never sends the form from within the grid.
  event.preventDefault();
  next?.focus();
}

interface Step {
  readonly rows: number;
  readonly columns: number;
}

function findStep({ key, shiftKey }: KeyboardEvent, cell: HTMLInputElement): Step | null {
  if (key === 'ArrowDown') return { rows: 1, columns: 0 };
  if (key === 'ArrowUp') return { rows: -1, columns: 0 };
  if (key === 'Enter') return { rows: shiftKey ? -1 : 1, columns: 0 };
  if (shiftKey) return null;
  // Within a text that is being typed the arrows move the cursor.
  const { selectionStart: start, selectionEnd: end, value } = cell;
  const isWhole = start === 0 && end === value.length;
  if (key === 'ArrowLeft' && (isWhole || end === 0)) return { rows: 0, columns: -1 };
  if (key === 'ArrowRight' && (isWhole || start === value.length)) return { rows: 0, columns: 1 };
  return null;
}
