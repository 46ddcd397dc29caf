import { absolute, isZero } from '../../domain/money.ts';
import type { ApiProblem } from '../support/api.ts';
import { useConsole } from '../support/scene.ts';
import type { EntryPreview } from './answers.ts';
import { sumInvoice, sumLines, type EntryDraft } from './draft.ts';
import type { Previewed } from './use-preview.ts';
import { sayIn } from './words.ts';

interface EntrySummaryProps {
  readonly draft: EntryDraft;
  readonly previewed: Previewed;
  readonly problem: ApiProblem | null;
  readonly isBusy: boolean;
  readonly isEmpty: boolean;
  readonly onDiscard: () => void;
}

/** What would be posted, and the difference with the button that posts, always in view. */
export function EntrySummary({ draft, previewed, problem, isBusy, isEmpty, onDiscard }: EntrySummaryProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const { preview } = previewed;
  // Messages about fields are shown next to them.
  const others = problem ? listOtherMessages(problem) : [];
  return (
    <>
      {preview && (draft.kind !== 'free' || preview.boxes.length > 0) && <Computed preview={preview} />}
      {preview?.warnings?.map(({ message }) => (
        <p key={message} class="badge warn">
          {message}
        </p>
      ))}
      <div class="entry-bar">
        {draft.kind === 'free' ? <Balance draft={draft} /> : <Invoiced draft={draft} preview={preview} />}
        {preview && (
          <span class="quiet">{tell('will_be', { entry: `${preview.journal.code} ${preview.number}` })}</span>
        )}
        {others.length > 0 && <p role="alert">{others.join(' ')}</p>}
        <span class="buttons">
          <button type="button" disabled={isEmpty || isBusy} onClick={onDiscard}>
            {tell('discard')}
          </button>
          <button type="submit" class="primary" aria-keyshortcuts="Control+Enter" disabled={isEmpty || isBusy}>
            {tell('post')} <kbd>Ctrl</kbd> <kbd>Enter</kbd>
          </button>
        </span>
      </div>
    </>
  );
}

/** Fields whose messages are not shown beside them. */
function listOtherMessages({ errors, message }: ApiProblem): readonly string[] {
  const entries = Object.entries(errors);
  if (entries.length === 0) return [message];
  const isBeside = (name: string): boolean =>
    /^lines\.\d+\.(account|label|third_party|vat_code|tax_base|debit|credit|amount|analytics)/.test(name) ||
    ['entry_date', 'journal_id', 'third_party_id', 'label', 'reference', 'due_date'].includes(name);
  return entries.flatMap(([name, messages]) => (isBeside(name) ? [] : messages));
}

function Balance({ draft }: { readonly draft: EntryDraft }) {
  const { say, format, language } = useConsole();
  const tell = sayIn(language);
  const { debit, credit, difference } = sumLines(draft.lines);
  const isBalanced = isZero(difference);
  const isBegun = !isZero(debit) || !isZero(credit);
  const side = difference.startsWith('-') ? say('debit') : say('credit');
  return (
    <dl class="facts" aria-live="polite">
      <Sum term={say('debit')} text={format.amount(debit)} />
      <Sum term={say('credit')} text={format.amount(credit)} />
      <div class="difference">
        <dt>{say('difference')}</dt>
        <dd class="figure">
          <span class={!isBegun ? 'badge' : isBalanced ? 'badge good' : 'badge bad'}>
            {!isBegun
              ? '–'
              : isBalanced
                ? tell('balanced')
                : tell('lacking', { amount: format.amount(absolute(difference)), side })}
          </span>
        </dd>
      </div>
    </dl>
  );
}

interface InvoicedProps {
  readonly draft: EntryDraft;
  readonly preview: EntryPreview | null;
}

function Invoiced({ draft, preview }: InvoicedProps) {
  const { say, format, language } = useConsole();
  const tell = sayIn(language);
  const { net, tax, total } = sumInvoice(draft, preview);
  const formatIfKnown = (amount: string | null): string => (amount === null ? '–' : format.amount(amount));
  return (
    <dl class="facts" aria-live="polite">
      <Sum term={tell('net')} text={format.amount(net)} />
      <Sum term={tell('vat')} text={formatIfKnown(tax)} />
      <Sum term={say('total')} text={formatIfKnown(total)} />
    </dl>
  );
}

const Sum = ({ term, text }: { readonly term: string; readonly text: string }) => (
  <div>
    <dt>{term}</dt>
    <dd class="figure">{text}</dd>
  </div>
);

/** The lines that the service has computed, VAT included, and the boxes of the return that they fill. */
function Computed({ preview }: { readonly preview: EntryPreview }) {
  const { say, format, language } = useConsole();
  const tell = sayIn(language);
  const blank = (amount: string): string => (isZero(amount) ? '' : format.amount(amount));
  return (
    <section class="card computed" aria-labelledby="computed-lines">
      <h3 id="computed-lines">{tell('computed')}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('account')}</th>
            <th scope="col" class="figure">
              {say('debit')}
            </th>
            <th scope="col" class="figure">
              {say('credit')}
            </th>
          </tr>
        </thead>
        <tbody>
          {preview.lines.map(({ account, debit, credit, vat_code }, index) => (
            <tr key={index}>
              <td>
                {account.number} {account.label} {vat_code && <span class="badge">{vat_code.code}</span>}
              </td>
              <td class="figure">{blank(debit)}</td>
              <td class="figure">{blank(credit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {preview.boxes.length > 0 && (
        <p class="quiet">
          {tell('boxes')} {preview.boxes.map(({ box, amount }) => `${box}: ${format.amount(amount)}`).join(' · ')}
        </p>
      )}
    </section>
  );
}
