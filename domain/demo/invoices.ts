import { daysLater, type PlainDate } from '../dates.ts';
import { writeUbl } from '../e-invoicing/index.ts';
import type { DemoAddress, DemoCompany, DemoParty, WaitingDocument } from './company.ts';
import { fictitiousEnterprise, fictitiousIban } from './numbers.ts';
import { PAPER_WORDS, paperOf } from './paper.ts';
import { partyOf } from './plan.ts';

/** The files of supplier invoices that wait: structured ones for Peppol, or on paper. */
export interface InvoiceFile {
  readonly name: string;
  readonly content: Uint8Array;
}

export const enterpriseOf = ({ serial }: DemoCompany): string => fictitiousEnterprise(serial);
export const ibanOf = ({ serial }: DemoCompany): string => fictitiousIban(serial);

/** Of a party, by the place that it has among those of its company; none for a private person or one abroad. */
export function enterpriseOfParty(company: DemoCompany, party: DemoParty): string | null {
  if (party.isPrivate || party.country !== undefined) return null;
  // The accountant is the same for all of them.
  return party.key === 'FIDU' ? fictitiousEnterprise(1000) : fictitiousEnterprise(serialOf(company, party));
}

/** Whoever pays or is paid has an account; the takings of a shop come through its own terminal. */
export const ibanOfParty = (company: DemoCompany, party: DemoParty): string =>
  party.key === 'FIDU' ? fictitiousIban(1000) : fictitiousIban(serialOf(company, party));

const serialOf = ({ serial, parties }: DemoCompany, party: DemoParty): number =>
  (serial - 1000) * 1000 + 100 + parties.indexOf(party);

/** Of a day at `earliest`: nothing comes in that could not be booked. */
export function waitingFile(
  company: DemoCompany,
  document: WaitingDocument,
  today: PlainDate,
  earliest: PlainDate,
): InvoiceFile {
  const party = partyOf(company, document.party);
  const sent = daysLater(today, -document.daysAgo);
  const date = sent < earliest ? earliest : sent;
  const number = `${document.party.slice(0, 3)}${date.slice(2, 4)}-${date.slice(5, 7)}${date.slice(8, 10)}`;
  const dueDate = daysLater(date, party.paymentDays);
  const iban = ibanOfParty(company, party);
  return document.form === 'ubl'
    ? {
        name: `${number}.xml`,
        content: new TextEncoder().encode(ublOf(company, party, document, number, date, dueDate, iban)),
      }
    : { name: `${number}.pdf`, content: paperFor(company, party, document, number, date, dueDate, iban) };
}

function ublOf(
  company: DemoCompany,
  party: DemoParty,
  document: WaitingDocument,
  number: string,
  issueDate: PlainDate,
  dueDate: PlainDate,
  iban: string,
): string {
  return writeUbl({
    type: 'invoice',
    ...{ number, issueDate, dueDate, currency: 'EUR', language: company.locale },
    seller: ublParty(party.name, enterpriseOfParty(company, party)!, party.address),
    buyer: ublParty(company.name, enterpriseOf(company), company.address),
    payment: { means: '30', iban, bic: null, reference: number },
    lines: document.lines.map(({ label, amount, rate }) => ({
      name: label,
      quantity: '1',
      unit: 'C62',
      unitPrice: amount,
      category: 'S',
      rate,
    })),
  });
}

const ublParty = (name: string, enterprise: string, { street, house_number, postal_code, city }: DemoAddress) => ({
  name,
  endpoint: { scheme: '0208', id: enterprise },
  vatNumber: `BE${enterprise}`,
  enterpriseNumber: { scheme: '0208', id: enterprise },
  address: { street: `${street} ${house_number}`, postalCode: postal_code, city, country: 'BE' },
});

function paperFor(
  company: DemoCompany,
  party: DemoParty,
  document: WaitingDocument,
  number: string,
  date: PlainDate,
  dueDate: PlainDate,
  iban: string,
): Uint8Array {
  const shown = (name: string, enterprise: string | null, { street, house_number, postal_code, city }: DemoAddress) => [
    name,
    `${street} ${house_number}`,
    `${postal_code} ${city}`,
    ...(enterprise === null ? [] : [`BE ${enterprise.slice(0, 4)}.${enterprise.slice(4, 7)}.${enterprise.slice(7)}`]),
  ];
  return paperOf({
    ...{ number, date, dueDate, iban, lines: document.lines },
    seller: shown(party.name, enterpriseOfParty(company, party), party.address),
    buyer: shown(company.name, enterpriseOf(company), company.address),
    words: PAPER_WORDS[company.locale === 'nl' ? 'nl' : 'fr'],
  });
}
