import { useEffect, useState } from 'preact/hooks';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import { isTyping } from '../support/typing.ts';
import { useWriter } from '../support/write.ts';
import type { Suggestion, Transaction } from './answers.ts';
import { ManualMatch } from './manual-match.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { sayIn } from './words.ts';

interface MatchPanelProps {
  readonly transaction: Transaction;
  readonly canMatch: boolean;
  /** The transaction is no longer pending. */
  readonly onDone: () => void;
  readonly onChanged: () => void;
}

/** One transaction, what the service suggests for it and why, and everything else that can be done with it. */
export function MatchPanel({ transaction, canMatch, onDone, onChanged }: MatchPanelProps) {
  const { api, place, format, language } = useConsole();
  const tell = sayIn(language);
  const writer = useWriter();
  const [isRuling, setRuling] = useState(false);
  const path = `/bank-transactions/${transaction.id}`;
  const suggestions = useLoaded(`${getFilePath(place)}${path}/suggestions`, (signal) =>
    api.get<{ readonly data: readonly Suggestion[] }>(`${getFilePath(place)}${path}/suggestions`, {}, signal),
  );
  const post = async (action: 'match' | 'ignore', body: object, done: string): Promise<void> => {
    const sent = await writer.write({ method: 'POST', path: `${path}/${action}`, body, done, onUndone: onChanged });
    if (sent) onDone();
  };
  const accept = (suggestion: Suggestion): void => {
    if (!writer.isBusy) void post('match', toBody(suggestion), tell('matched'));
  };
  const first = suggestions.is === 'there' ? suggestions.value.data[0] : undefined;
  useEffect(() => {
    if (!canMatch || !first) return;
    const onKey = (event: KeyboardEvent): void => {
      if (!isTyping(event) && event.key === 'a') accept(first);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [first, canMatch, writer.isBusy]);

  return (
    <section class="card match-panel" aria-labelledby="chosen-transaction">
      <h3 id="chosen-transaction">
        {transaction.counterpart_name ?? transaction.bank_code_label ?? tell('transaction')}{' '}
        <span class="figure">
          {format.amount(transaction.amount)} {transaction.currency}
        </span>
      </h3>
      <p class="quiet">
        {[
          format.day(transaction.entry_date),
          transaction.counterpart_iban,
          transaction.structured_communication ?? transaction.communication,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <h4>{tell('suggestions')}</h4>
      <Shown of={suggestions}>
        {({ data }) => <Suggestions suggestions={data} isBusy={writer.isBusy} onAccept={canMatch ? accept : null} />}
      </Shown>
      {writer.problem && <p role="alert">{writer.problem.message}</p>}
      {canMatch && (
        <>
          <ManualMatch
            transaction={transaction}
            isBusy={writer.isBusy}
            onMatch={(body) => void post('match', body, tell('matched'))}
          />
          <p class="tools">
            <button type="button" onClick={() => setRuling(true)}>
              {tell('make_rule')}
            </button>
            <button
              type="button"
              disabled={writer.isBusy}
              onClick={() => void post('ignore', { reason: tell('set_aside_reason') }, tell('set_aside_done'))}
            >
              {tell('set_aside')}
            </button>
          </p>
        </>
      )}
      {isRuling && <RuleDialog transaction={transaction} onClose={() => setRuling(false)} onMade={onChanged} />}
    </section>
  );
}

interface SuggestionsProps {
  readonly suggestions: readonly Suggestion[];
  readonly isBusy: boolean;
  /** Null if the reader may only look. */
  readonly onAccept: ((suggestion: Suggestion) => void) | null;
}

/** The reasons of each suggestion in words, and the entry that it would post. */
function Suggestions({ suggestions, isBusy, onAccept }: SuggestionsProps) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  if (suggestions.length === 0) return <p class="quiet">{tell('no_suggestions')}</p>;
  return (
    <ol class="suggestions">
      {suggestions.map((suggestion, index) => (
        <li key={index}>
          <ul>
            {suggestion.reasons.map(({ code, message }) => (
              <li key={code}>{message}</li>
            ))}
          </ul>
          <p class="quiet">
            {suggestion.entry?.lines
              .map(
                ({ account, debit, credit }) =>
                  `${account.number} ${account.label} ${format.amount(debit === '0.00' ? `-${credit}` : debit)}`,
              )
              .join(' · ')}
          </p>
          {onAccept && (
            <button
              type="button"
              class={index === 0 ? 'primary' : undefined}
              disabled={isBusy}
              aria-keyshortcuts={index === 0 ? 'a' : undefined}
              onClick={() => onAccept(suggestion)}
            >
              {tell('accept')} {index === 0 && <kbd>a</kbd>}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

/** What is accepted, as the route takes it. */
const toBody = ({ items, lines, write_off }: Suggestion): object => ({
  items: items.map(({ line_id, amount, currency_amount, reopen }) => ({ line_id, amount, currency_amount, reopen })),
  lines: lines.map(({ account_id, amount, vat_code_id, third_party_id, label }) => ({
    account_id,
    amount,
    vat_code_id,
    third_party_id,
    label,
  })),
  ...(write_off && { write_off }),
});
