/** Sort orders of an entry list, besides the default: newest first. */

const COLUMNS = {
  entry_date: 'entry_date',
  due_date: 'due_date',
  number: 'number',
  label: 'label',
  reference: 'reference',
  total_debit: 'total',
  created_at: 'created_at',
} as const;

export type EntryOrder = keyof typeof COLUMNS | `-${keyof typeof COLUMNS}`;

export const SORTED_BY = Object.keys(COLUMNS) as readonly (keyof typeof COLUMNS)[];

export const NEWEST_FIRST = '-entry_date' satisfies EntryOrder;

/** For the entry `e`: empty values come last in both directions, and ties are broken by id. */
export function buildEntryOrder(order: EntryOrder): string {
  const name = order.replace(/^-/, '') as keyof typeof COLUMNS;
  const direction = name === order ? 'ASC' : 'DESC';
  const last = name === 'due_date' || name === 'label' || name === 'reference' ? ' NULLS LAST' : '';
  return `e.${COLUMNS[name]} ${direction}${last}, e.id ${direction}`;
}
