import { useState } from 'preact/hooks';
import { Revisions } from '../history/revisions.tsx';
import { hasRole, type Role } from '../shell/role.ts';
import type { CompanyFile } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { buildHash } from '../support/place.ts';
import { getFilePath, getLoadedValue, useConsole, useLoaded } from '../support/scene.ts';
import { Actions } from './actions.tsx';
import { isOffer } from './amounts.ts';
import type { Invoice, IssuePreview } from './answers.ts';
import { Delivery } from './delivery.tsx';
import { EditInvoice } from './edit.tsx';
import { Printed } from './printed.tsx';
import { StateBadge } from './state-badges.tsx';
import { Totals } from './totals.tsx';
import { sayIn } from './words.ts';

interface InvoiceViewProps {
  readonly id: string;
  readonly file: CompanyFile;
  readonly role: Role;
}

/** One document with what can be done with it. */
export function InvoiceView({ id, file, role }: InvoiceViewProps) {
  const { api, place } = useConsole();
  const [turn, setTurn] = useState(0);
  const path = `${getFilePath(place)}/documents/${id}`;
  const invoice = useLoaded(`${path} ${turn}`, (signal) => api.get<Invoice>(path, {}, signal));
  const preview = useLoaded(`${path} preview ${turn}`, (signal) =>
    api.get<IssuePreview>(`${path}/preview`, {}, signal),
  );
  return (
    <Shown of={invoice}>
      {(shown) => (
        <Opened
          invoice={shown}
          preview={getLoadedValue(preview)}
          file={file}
          role={role}
          onChanged={() => setTurn((before) => before + 1)}
        />
      )}
    </Shown>
  );
}

interface OpenedProps {
  readonly invoice: Invoice;
  readonly preview: IssuePreview | null;
  readonly file: CompanyFile;
  readonly role: Role;
  readonly onChanged: () => void;
}

function Opened({ invoice, preview, file, role, onChanged }: OpenedProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const [isEdited, setEdited] = useState(false);
  const [isPrinted, setPrinted] = useState(false);
  const { kind, number, status, third_party } = invoice;
  const title = `${tell(`kind_${kind}`)} ${number ?? ''}`;
  if (isEdited)
    return (
      <>
        <h2>{title}</h2>
        <EditInvoice
          invoice={invoice}
          file={file}
          onDone={() => {
            setEdited(false);
            onChanged();
          }}
          onCancel={() => setEdited(false)}
        />
      </>
    );
  return (
    <>
      <h2>
        {title} <StateBadge invoice={invoice} payment={preview?.payment ?? null} />
      </h2>
      <p class="party">{third_party.name}</p>
      <Actions
        invoice={invoice}
        preview={preview}
        canWrite={hasRole(role, 'encoder')}
        isPrinted={isPrinted}
        onEdit={() => setEdited(true)}
        onPrinted={() => setPrinted(!isPrinted)}
        onChanged={onChanged}
      />
      <div class={isPrinted ? 'beside' : undefined}>
        <div>
          <Facts invoice={invoice} preview={preview} file={file} />
          <Lines invoice={invoice} />
          <Totals amounts={invoice} base={file.currency} />
          {status === 'pending' && !isOffer(invoice) && preview && <Remarks preview={preview} />}
          <Delivery id={invoice.id} />
        </div>
        {isPrinted && <Printed invoice={invoice} onClose={() => setPrinted(false)} />}
      </div>
      <details class="history">
        <summary>{tell('history')}</summary>
        <Revisions resource="documents" id={invoice.id} />
      </details>
    </>
  );
}

function Facts({ invoice, preview, file }: Pick<OpenedProps, 'invoice' | 'preview' | 'file'>) {
  const { say, format, place, language } = useConsole();
  const tell = sayIn(language);
  const { document_date, due_date, status, journal_entry_id, credits, converted_from_id, converted_to_id } = invoice;
  const payment = preview?.payment ?? null;
  const linkTo = (id: number, text: string) => <a href={buildHash({ ...place, item: String(id) })}>{text}</a>;
  const open = payment && (
    <>
      {payment.currency_open_amount !== null && `${invoice.currency} ${format.amount(payment.currency_open_amount)} = `}
      {file.currency} {format.amount(payment.open_amount)}
    </>
  );
  const facts = [
    [say('date'), format.day(document_date)],
    [say('due_date'), due_date === null ? null : format.day(due_date)],
    [say('open_amount'), open],
    [
      say('entry'),
      journal_entry_id === null ? null : (
        <a href={buildHash({ file: place.file, view: 'entries', entry: String(journal_entry_id) })}>
          {tell('open_entry')}
        </a>
      ),
    ],
    [tell('next_number'), status === 'pending' && invoice.number === null ? (preview?.number ?? null) : null],
    [tell('order_reference'), invoice.order_reference],
    [tell('communication'), invoice.structured_communication],
    [tell('notes'), invoice.notes],
    [
      tell('credits'),
      credits.length === 0
        ? null
        : credits.map(({ document_id, number }) => (document_id === null ? number : linkTo(document_id, number))),
    ],
    [tell('made_from'), converted_from_id === null ? null : linkTo(converted_from_id, tell('kind_quotation'))],
    [tell('made_into'), converted_to_id === null ? null : linkTo(converted_to_id, tell('kind_invoice'))],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([term, text]) =>
        text === null || text === '' ? null : (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Lines({ invoice: { lines } }: Pick<OpenedProps, 'invoice'>) {
  const { say, format, language } = useConsole();
  const tell = sayIn(language);
  return (
    <table class="statement lines">
      <caption class="unseen">{tell('lines')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('label')}</th>
          <th scope="col" class="figure">
            {tell('quantity')}
          </th>
          <th scope="col" class="figure">
            {tell('unit_price')}
          </th>
          <th scope="col">{say('vat_code')}</th>
          <th scope="col">{say('account')}</th>
          <th scope="col" class="figure">
            {tell('amount_net')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <th scope="row">{line.description}</th>
            <td class="figure" data-label={tell('quantity')}>
              {line.quantity === null ? '' : format.amount(line.quantity)} {line.unit}
            </td>
            <td class="figure" data-label={tell('unit_price')}>
              {line.unit_price === null ? '' : format.amount(line.unit_price)}
              {line.discount_percent !== null && ` −${format.amount(line.discount_percent)} %`}
            </td>
            <td data-label={say('vat_code')}>{line.vat_code.code}</td>
            <td data-label={say('account')} title={line.actual_account.label}>
              {line.actual_account.number}
            </td>
            <td class="figure" data-label={tell('amount_net')}>
              {format.amount(line.amount_net)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the law or the network wants and the draft lacks. */
function Remarks({ preview: { missing, warnings, rules } }: { readonly preview: IssuePreview }) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const all = [
    ...missing.map(({ message }) => ({ mark: 'bad', word: 'missing', message }) as const),
    ...warnings.map(({ message }) => ({ mark: 'warn', word: 'warning', message }) as const),
    ...rules.map(({ rule, message }) => ({ mark: 'warn', word: 'rule', message: `${rule}: ${message}` }) as const),
  ];
  if (all.length === 0) return null;
  return (
    <section class="card remarks" aria-labelledby="remarks">
      <h3 id="remarks">{tell('remarks')}</h3>
      <ul class="findings">
        {all.map(({ mark, word, message }, index) => (
          <li key={index}>
            <span class={`badge ${mark}`}>{tell(word)}</span> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
