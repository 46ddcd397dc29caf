import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { AccountInput, type PostableAccount } from '../components/account-input.tsx';
import { AmountInput } from '../components/amount-input.tsx';
import type { Control } from '../components/field.tsx';
import { ThirdPartyInput } from '../components/third-party-input.tsx';
import { VatCodeInput, type VatCodeName } from '../components/vat-code-input.tsx';
import { useConsole } from '../support/scene.ts';
import type { AnalyticCode, JournalName } from './answers.ts';
import {
  balanceLine,
  changeLine,
  getDirection,
  isEmptyLine,
  listAxes,
  removeLine,
  type EntryDraft,
  type LineDraft,
} from './draft.ts';
import { sayIn } from './words.ts';

interface EntryLinesProps {
  readonly draft: EntryDraft;
  readonly journal: JournalName | undefined;
  readonly accounts: readonly PostableAccount[];
  readonly codes: readonly VatCodeName[];
  readonly analytics: readonly AnalyticCode[];
  /** Messages about some fields of a line. */
  readonly getErrors: (line: LineDraft, fields: readonly string[]) => readonly string[];
  readonly onChange: (draft: EntryDraft) => void;
}

/** One row a line. Enter goes to the next one, `=` gives a line what the others lack. */
export function EntryLines(props: EntryLinesProps) {
  const { draft } = props;
  const { language } = useConsole();
  const tell = sayIn(language);
  const box = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = target.closest<HTMLElement>('[data-line]');
    if (!row) return;
    if (event.key === '=' && draft.kind === 'free' && target.classList.contains('amount'))
      props.onChange(balanceLine(draft, Number(row.dataset['line'])));
    else if (event.key === 'Enter') row.nextElementSibling?.querySelector('input')?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div class="card entry-lines-card">
      <div ref={box} class={draft.kind === 'free' ? 'entry-lines' : 'entry-lines of-invoice'} onKeyDown={onKeyDown}>
        {draft.lines.map((line, index) => (
          <Line key={line.key} {...props} line={line} number={index + 1} />
        ))}
      </div>
      <p class="quiet">
        <kbd>Enter</kbd> {tell('next_line')}
        {draft.kind === 'free' && (
          <>
            {' · '}
            <kbd>=</kbd> {tell('balance_line')}
          </>
        )}
        {' · '}
        {tell('kept_here')}
      </p>
    </div>
  );
}

interface LineProps extends EntryLinesProps {
  readonly line: LineDraft;
  readonly number: number;
}

function Line({ draft, journal, line, number, accounts, codes, analytics, getErrors, onChange }: LineProps) {
  const { say, language } = useConsole();
  const tell = sayIn(language);
  const set = (changes: Partial<LineDraft>): void => onChange(changeLine(draft, line.key, changes));
  const find = (...fields: readonly string[]) => getErrors(line, fields);
  const isFree = draft.kind === 'free';
  const direction = getDirection(journal);
  const setAccount = (account: string): void => {
    const usual = accounts.find((one) => one.number === account)?.vat_code_id;
    const proposed = codes.find((one) => one.id === usual && one.direction === direction)?.code;
    set({ account, ...(!isFree && line.vatCode === '' && proposed !== undefined && { vatCode: proposed }) });
  };
  return (
    <div class="entry-line" role="group" aria-label={tell('line', { number })} data-line={line.key}>
      <Cell name="account" label={say('account')} problems={find('account', 'account_id')}>
        {(control) => <AccountInput {...control} accounts={accounts} value={line.account} onInput={setAccount} />}
      </Cell>
      <Cell name="label" label={say('label')} problems={find('label')}>
        {(control) => (
          <input
            {...control}
            maxLength={200}
            value={line.label}
            onInput={(event) => set({ label: event.currentTarget.value })}
          />
        )}
      </Cell>
      {isFree && (
        <Cell name="party" label={say('party')} problems={find('third_party_id')}>
          {(control) => <ThirdPartyInput {...control} value={line.party} onInput={(party) => set({ party })} />}
        </Cell>
      )}
      <Cell name="vat" label={say('vat_code')} problems={find('vat_code', 'vat_code_id', 'tax_base')}>
        {(control) => (
          <VatCodeInput
            {...control}
            codes={codes}
            direction={direction}
            value={line.vatCode}
            onInput={(vatCode) => set({ vatCode })}
          />
        )}
      </Cell>
      {isFree ? (
        (['debit', 'credit'] as const).map((side) => (
          <Cell key={side} name={side} label={say(side)} problems={find(side)}>
            {(control) => (
              <AmountInput
                {...control}
                value={line[side]}
                // A line stands on one side.
                onInput={(amount) =>
                  set(side === 'debit' ? { debit: amount, credit: '' } : { credit: amount, debit: '' })
                }
              />
            )}
          </Cell>
        ))
      ) : (
        <Cell name="amount" label={tell('net')} problems={find('amount')}>
          {(control) => <AmountInput {...control} value={line.amount} onInput={(amount) => set({ amount })} />}
        </Cell>
      )}
      <button
        type="button"
        class="remove"
        aria-label={tell('remove_line', { number })}
        disabled={isEmptyLine(line)}
        onClick={() => onChange(removeLine(draft, line.key))}
      >
        ×
      </button>
      <Analytics
        line={line}
        analytics={analytics}
        problems={find('analytics')}
        onChange={(chosen) => set({ codes: chosen })}
      />
    </div>
  );
}

interface CellProps {
  readonly name: string;
  readonly label: string;
  readonly problems: readonly string[];
  readonly children: (control: Control & { readonly id: string }) => ComponentChildren;
}

/** A field of a line. Its label is seen in the first line, and in every line on a narrow screen. */
function Cell({ name, label, problems, children }: CellProps) {
  const id = useId();
  const isWrong = problems.length > 0;
  return (
    <div class={`cell cell-${name}`}>
      <label for={id}>{label}</label>
      {children({ id, ...(isWrong && { 'aria-invalid': true, 'aria-describedby': `${id}-about` }) })}
      {isWrong && (
        <p id={`${id}-about`} class="wrong">
          {problems.join(' ')}
        </p>
      )}
    </div>
  );
}

/** Costs and income, which have the classes 6 and 7 in the three countries. */
const mayHaveCodes = (account: string): boolean => /^[67]/.test(account);

interface AnalyticsProps {
  readonly line: LineDraft;
  readonly analytics: readonly AnalyticCode[];
  readonly problems: readonly string[];
  readonly onChange: (codes: LineDraft['codes']) => void;
}

/** One code of each axis; without one, the default of the account or the third party applies. */
function Analytics({ line, analytics, problems, onChange }: AnalyticsProps) {
  const isOffered = mayHaveCodes(line.account) || Object.values(line.codes).some((code) => code !== '');
  if (analytics.length === 0 || !isOffered) return null;
  return (
    <div class="analytics">
      {listAxes(analytics).map((axis) => (
        <label key={axis}>
          {axis}
          <select
            value={line.codes[axis] ?? ''}
            onChange={(event) => onChange({ ...line.codes, [axis]: event.currentTarget.value })}
          >
            <option value="">–</option>
            {analytics
              .filter((one) => one.axis === axis)
              .map(({ id, code, label }) => (
                <option key={id} value={code}>
                  {code} · {label}
                </option>
              ))}
          </select>
        </label>
      ))}
      {problems.length > 0 && <p class="wrong">{problems.join(' ')}</p>}
    </div>
  );
}
