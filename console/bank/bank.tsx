import { useEffect, useState } from 'preact/hooks';
import { DemoNote } from '../components/demo-note.tsx';
import { Empty } from '../components/empty.tsx';
import { hasRole } from '../shell/role.ts';
import type { FileViewProps } from '../shell/file-component.ts';
import { Shown } from '../support/loading.tsx';
import { usePages } from '../support/pages.ts';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import { isTyping } from '../support/typing.ts';
import type { BankAccount, Transaction } from './answers.ts';
import { AutoMatch } from './auto-match.tsx';
import { ImportStatement } from './import-statement.tsx';
import { MatchPanel } from './match-panel.tsx';
import { sayIn } from './words.ts';

/** Transactions to match: the list at the left, the chosen one with its suggestions at the right. */
export function BankView({ role }: FileViewProps) {
  const { say } = useConsole();
  const [turn, setTurn] = useState(0);
  const reload = (): void => setTurn((before) => before + 1);
  return (
    <>
      <h2>{say('bank')}</h2>
      <DemoNote of="payments" />
      <Balances turn={turn} />
      {hasRole(role, 'encoder') && <ImportStatement onChanged={reload} />}
      {hasRole(role, 'encoder') && <AutoMatch onChanged={reload} />}
      <Transactions turn={turn} canMatch={hasRole(role, 'encoder')} onChanged={reload} />
    </>
  );
}

/** The balance of the last statement beside that of the ledger, always in view. */
function Balances({ turn }: { readonly turn: number }) {
  const { api, place, format, language } = useConsole();
  const tell = sayIn(language);
  const path = `${getFilePath(place)}/bank-accounts`;
  const accounts = useLoaded(`${path} ${turn}`, (signal) =>
    api.get<{ readonly data: readonly BankAccount[] }>(path, {}, signal),
  );
  const formatIfKnown = (amount: string | null): string => (amount === null ? '–' : format.amount(amount));
  return (
    <Shown of={accounts}>
      {({ data }) => (
        <ul class="balances">
          {data.map(({ journal_id, code, label, statement_balance, ledger_balance, difference }) => (
            <li key={journal_id} class="card">
              <strong>
                {code} · {label}
              </strong>
              <dl class="facts">
                <div>
                  <dt>{tell('statement')}</dt>
                  <dd class="figure">{formatIfKnown(statement_balance)}</dd>
                </div>
                <div>
                  <dt>{tell('ledger')}</dt>
                  <dd class="figure">{format.amount(ledger_balance)}</dd>
                </div>
                <div>
                  <dt>{tell('difference')}</dt>
                  <dd class={difference === '0.00' ? 'figure whole' : 'figure'}>{formatIfKnown(difference)}</dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      )}
    </Shown>
  );
}

interface TransactionsProps {
  readonly turn: number;
  readonly canMatch: boolean;
  readonly onChanged: () => void;
}

function Transactions({ turn, canMatch, onChanged }: TransactionsProps) {
  const { place, language } = useConsole();
  const tell = sayIn(language);
  const pending = usePages<Transaction>(`${getFilePath(place)}/bank-transactions`, { status: 'pending' }, turn);
  return (
    <Shown of={pending}>
      {({ rows, total }) =>
        total === 0 ? (
          <Empty title={tell('all_matched')}>
            <p class="quiet">{tell('all_matched_help')}</p>
          </Empty>
        ) : (
          <Chosen rows={rows} canMatch={canMatch} onChanged={onChanged} />
        )
      }
    </Shown>
  );
}

interface ChosenProps extends Omit<TransactionsProps, 'turn'> {
  readonly rows: readonly Transaction[];
}

function Chosen({ rows, canMatch, onChanged }: ChosenProps) {
  const { place, replacePlace, format, language } = useConsole();
  const tell = sayIn(language);
  const found = rows.findIndex(({ id }) => String(id) === place.item);
  const index = Math.max(found, 0);
  const chosen = rows[index]!;
  const choose = (next: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, next))];
    if (row) replacePlace({ item: String(row.id) });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isTyping(event)) return;
      if (event.key === 'j') choose(index + 1);
      else if (event.key === 'k') choose(index - 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [rows, index]);
  const goOn = (): void => {
    // The next one takes the place of the one that is done.
    const next = rows[index + 1] ?? rows[index - 1];
    replacePlace({ item: next && String(next.id) });
    onChanged();
  };
  return (
    <div class="matching">
      <nav aria-label={tell('to_match')}>
        <p class="quiet">
          {tell('to_match')}: {format.count(rows.length)} · <kbd>j</kbd> <kbd>k</kbd>
        </p>
        <ul class="transactions">
          {rows.map((row) => (
            <li key={row.id}>
              <button type="button" aria-pressed={row.id === chosen.id} onClick={() => choose(rows.indexOf(row))}>
                <span>{format.day(row.entry_date)}</span>
                <span class="figure">{format.amount(row.amount)}</span>
                <span class="who">{row.counterpart_name ?? row.bank_code_label ?? row.communication ?? '–'}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <MatchPanel key={chosen.id} transaction={chosen} canMatch={canMatch} onDone={goOn} onChanged={onChanged} />
    </div>
  );
}
