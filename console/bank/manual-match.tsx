import { useState } from 'preact/hooks';
import { formatCents, parseCents } from '../audit/sums.ts';
import { AccountInput } from '../components/account-input.tsx';
import { Field } from '../components/field.tsx';
import type { OpenItem, OpenItems } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { getFilePath, useConsole } from '../support/scene.ts';
import { Table } from '../support/table.tsx';
import type { Transaction } from './answers.ts';
import { sayIn } from './words.ts';

interface ManualMatchProps {
  readonly transaction: Transaction;
  readonly isBusy: boolean;
  readonly onMatch: (body: object) => void;
}

/** Other open items, as many as belong to the transaction, and the difference to an account. */
export function ManualMatch({ transaction, isBusy, onMatch }: ManualMatchProps) {
  const { language, format } = useConsole();
  const tell = sayIn(language);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<number, OpenItem>>(new Map());
  const [account, setAccount] = useState('');
  const settled = [...chosen.values()].reduce((sum, { amount }) => sum + parseCents(amount), 0n);
  const left = parseCents(transaction.amount) - settled;
  const toggle = (item: OpenItem): void => {
    const next = new Map(chosen);
    if (!next.delete(item.id)) next.set(item.id, item);
    setChosen(next);
  };
  const match = (): void =>
    onMatch({
      items: [...chosen.keys()].map((line_id) => ({ line_id })),
      // Without an account, the last item is settled in part.
      ...(account !== '' && left !== 0n && { lines: [{ account, amount: formatCents(left) }] }),
    });
  return (
    <details class="manual" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{tell('other_items')}</summary>
      {isOpen && (
        <>
          <Items chosen={chosen} onToggle={toggle} />
          <p>
            {tell('left_over')}: <strong class="figure">{format.amount(formatCents(left))}</strong>
          </p>
          <Field label={tell('difference_to')}>
            {(control) => <AccountInput {...control} value={account} onInput={setAccount} />}
          </Field>
          <button
            type="button"
            class="primary"
            disabled={isBusy || (chosen.size === 0 && account === '')}
            onClick={match}
          >
            {tell('match')}
          </button>
        </>
      )}
    </details>
  );
}

interface ItemsProps {
  readonly chosen: ReadonlyMap<number, OpenItem>;
  readonly onToggle: (item: OpenItem) => void;
}

function Items({ chosen, onToggle }: ItemsProps) {
  const { say, format, place, language } = useConsole();
  const tell = sayIn(language);
  const items = usePages<OpenItem, OpenItems>(`${getFilePath(place)}/open-items`, {});
  return (
    <Shown of={items}>
      {({ rows, total }) => (
        <Table
          name="open-items"
          caption={tell('other_items')}
          rows={rows}
          total={total}
          getKey={({ id }) => id}
          onOpen={onToggle}
          getMark={({ id }) => (chosen.has(id) ? 'moved' : undefined)}
          columns={[
            {
              name: 'chosen',
              label: tell('chosen'),
              getValue: ({ id }) => (chosen.has(id) ? '✓' : ''),
            },
            {
              name: 'party',
              label: say('party'),
              isWide: true,
              getValue: ({ third_party }) => third_party?.name ?? '',
            },
            {
              name: 'reference',
              label: say('reference'),
              isExtra: true,
              isWide: true,
              getValue: ({ reference, label }) => reference ?? label ?? '',
            },
            {
              name: 'amount',
              label: say('open_amount'),
              isFigure: true,
              getValue: ({ amount }) => amount,
              renderCell: ({ amount }) => format.amount(amount),
            },
          ]}
        />
      )}
    </Shown>
  );
}
