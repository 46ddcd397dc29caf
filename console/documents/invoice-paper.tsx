import { useEffect, useState } from 'preact/hooks';
import type { WrittenInvoice, WrittenParty } from '../../domain/e-invoicing/read/invoice.ts';
import { Skeleton } from '../components/skeleton.tsx';
import { useConsole } from '../support/scene.ts';
import { readInvoice } from './read-invoice.ts';
import { sayIn } from './words.ts';

/** A structured invoice, drawn as one would print it. */
export function InvoicePaper({ blob }: { readonly blob: Blob }) {
  const { language } = useConsole();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => void blob.text().then(setText), [blob]);
  if (text === null) return <Skeleton />;
  const invoice = readInvoice(text);
  if (invoice === null)
    return (
      <>
        <p role="alert">{sayIn(language)('not_an_invoice')}</p>
        <pre>{text}</pre>
      </>
    );
  return <Drawn invoice={invoice} />;
}

function Drawn({ invoice }: { readonly invoice: WrittenInvoice }) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const account = invoice.payments.find((payment) => payment.account !== null);
  const references = invoice.payments.flatMap((payment) => payment.references);
  return (
    <article class="invoice-paper">
      <header>
        <Party party={invoice.seller} isSender />
        <h3>
          {tell(invoice.isCreditNote ? 'credit_note' : 'invoice')} <span>{invoice.number ?? '–'}</span>
        </h3>
      </header>
      <div class="between">
        <dl>
          <dt>{tell('date')}</dt>
          <dd>{format.day(invoice.issueDate ?? '') || '–'}</dd>
          {invoice.dueDate !== null && (
            <>
              <dt>{tell('due_date')}</dt>
              <dd>{format.day(invoice.dueDate)}</dd>
            </>
          )}
        </dl>
        <div>
          <p class="quiet">{tell('addressed_to')}</p>
          <Party party={invoice.buyer} />
        </div>
      </div>
      <Lines invoice={invoice} />
      <Totals invoice={invoice} />
      {account && (
        <p>
          {tell('pay_to', { iban: formatIban(account.account!) })}
          {references.length > 0 && <> · {references.join(', ')}</>}
        </p>
      )}
      {invoice.notes.map((note) => (
        <p key={note} class="quiet note">
          {note}
        </p>
      ))}
    </article>
  );
}

/** In groups of four, as on paper. */
const formatIban = (iban: string): string =>
  iban
    .replace(/\s/g, '')
    .replace(/(.{4})/g, '$1 ')
    .trim();

function Party({ party, isSender = false }: { readonly party: WrittenParty; readonly isSender?: boolean }) {
  const town = [party.postalCode, party.city].filter(Boolean).join(' ');
  return (
    <address class={isSender ? 'sender' : undefined}>
      <strong>{party.name ?? party.tradingName ?? '–'}</strong>
      {[party.address, [town, party.country].filter(Boolean).join(', '), ...party.vatNumbers, party.email]
        .filter(Boolean)
        .map((line) => (
          <span key={line}>{line}</span>
        ))}
    </address>
  );
}

function Lines({ invoice: { lines, allowances } }: { readonly invoice: WrittenInvoice }) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const show = (value: string | null): string => (value === null ? '' : format.amount(value));
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{tell('description')}</th>
          <th scope="col" class="figure">
            {tell('quantity')}
          </th>
          <th scope="col" class="figure">
            {tell('unit_price')}
          </th>
          <th scope="col" class="figure">
            {tell('vat_rate')}
          </th>
          <th scope="col" class="figure">
            {tell('amount_net')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={index}>
            <td>{line.description}</td>
            <td class="figure">{show(line.quantity)}</td>
            <td class="figure">{show(line.price)}</td>
            <td class="figure">{line.rate === null ? '' : `${show(line.rate)} %`}</td>
            <td class="figure">{show(line.net)}</td>
          </tr>
        ))}
        {allowances.map(({ isCharge, reason, rate, amount }, index) => (
          <tr key={`allowance ${index}`}>
            <td colSpan={3}>{reason ?? tell(isCharge ? 'charge' : 'allowance')}</td>
            <td class="figure">{rate === null ? '' : `${show(rate)} %`}</td>
            <td class="figure">{amount === null ? '' : show(isCharge ? amount : `-${amount}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Totals({ invoice: { totals, breakdown, currency } }: { readonly invoice: WrittenInvoice }) {
  const { format, language } = useConsole();
  const tell = sayIn(language);
  const show = (value: string | null): string => (value === null ? '–' : format.amount(value));
  return (
    <table class="totals">
      <tbody>
        <tr>
          <th scope="row">{tell('total_net')}</th>
          <td class="figure">{show(totals.net)}</td>
        </tr>
        {breakdown.map(({ rate, category, base, tax }, index) => (
          <tr key={index}>
            <th scope="row">
              {tell('vat_on', {
                rate: rate === null ? (category ?? '') : `${format.amount(rate)} %`,
                base: show(base),
              })}
            </th>
            <td class="figure">{show(tax)}</td>
          </tr>
        ))}
        {totals.prepaid !== null && (
          <tr>
            <th scope="row">{tell('prepaid')}</th>
            <td class="figure">{show(totals.prepaid)}</td>
          </tr>
        )}
        <tr class="payable">
          <th scope="row">{tell('total_gross')}</th>
          <td class="figure">
            {show(totals.gross)} {currency}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
