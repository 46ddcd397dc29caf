import { addDays, type PlainDate } from '../dates.ts';
import { writeUbl } from '../e-invoicing/index.ts';
import type { DemoAddress, DemoCompany, DemoParty, WaitingDocument } from './company.ts';
import { buildFictitiousEnterprise, buildFictitiousIban } from './numbers.ts';
import { PAPER_WORDS, renderPaperInvoice } from './paper.ts';
import { getParty } from './plan.ts';

/** Files of waiting supplier invoices: structured for Peppol, or PDF. */
export interface InvoiceFile {
  readonly name: string;
  readonly content: Uint8Array;
}

export const getEnterpriseNumber = ({ serial }: DemoCompany): string => buildFictitiousEnterprise(serial);
export const getIban = ({ serial }: DemoCompany): string => buildFictitiousIban(serial);

/** Enterprise number of a party, by its position in the company; null for a private person or a foreign party. */
export function findPartyEnterpriseNumber(company: DemoCompany, party: DemoParty): string | null {
  if (party.isPrivate || party.country !== undefined) return null;
  // All companies have the same accountant.
  return party.key === 'FIDU'
    ? buildFictitiousEnterprise(1000)
    : buildFictitiousEnterprise(computeSerial(company, party));
}

/** Every party has an account; shop takings come through its own terminal. */
export const getPartyIban = (company: DemoCompany, party: DemoParty): string =>
  party.key === 'FIDU' ? buildFictitiousIban(1000) : buildFictitiousIban(computeSerial(company, party));

/** The account that a party has after it announced another one. */
export const getNewPartyIban = (company: DemoCompany, party: DemoParty): string =>
  buildFictitiousIban(computeSerial(company, party) + 500);

const computeSerial = ({ serial, parties }: DemoCompany, party: DemoParty): number =>
  (serial - 1000) * 1000 + 100 + parties.indexOf(party);

/** Dated `earliest` or later, so that every document can be booked. */
export function buildWaitingFile(
  company: DemoCompany,
  document: WaitingDocument,
  today: PlainDate,
  earliest: PlainDate,
): InvoiceFile {
  const party = getParty(company, document.party);
  const sent = addDays(today, -document.daysAgo);
  const date = sent < earliest ? earliest : sent;
  const number = `${document.party.slice(0, 3)}${date.slice(2, 4)}-${date.slice(5, 7)}${date.slice(8, 10)}`;
  const dueDate = addDays(date, party.paymentDays);
  const iban = getPartyIban(company, party);
  const invoice = { company, party, document, number, date, dueDate, iban };
  return document.form === 'ubl'
    ? {
        name: `${number}.xml`,
        content: new TextEncoder().encode(buildUbl(invoice)),
      }
    : { name: `${number}.pdf`, content: buildPaper(invoice) };
}

interface DemoInvoice {
  readonly company: DemoCompany;
  readonly party: DemoParty;
  readonly document: WaitingDocument;
  readonly number: string;
  readonly date: PlainDate;
  readonly dueDate: PlainDate;
  readonly iban: string;
}

function buildUbl({ company, party, document, number, date, dueDate, iban }: DemoInvoice): string {
  return writeUbl({
    type: 'invoice',
    number,
    issueDate: date,
    dueDate,
    currency: 'EUR',
    language: company.locale,
    seller: buildUblParty(party.name, findPartyEnterpriseNumber(company, party)!, party.address),
    buyer: buildUblParty(company.name, getEnterpriseNumber(company), company.address),
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

const buildUblParty = (name: string, enterprise: string, { street, house_number, postal_code, city }: DemoAddress) => ({
  name,
  endpoint: { scheme: '0208', id: enterprise },
  vatNumber: `BE${enterprise}`,
  enterpriseNumber: { scheme: '0208', id: enterprise },
  address: { street: `${street} ${house_number}`, postalCode: postal_code, city, country: 'BE' },
});

function buildPaper({ company, party, document, number, date, dueDate, iban }: DemoInvoice): Uint8Array {
  const formatParty = (
    name: string,
    enterprise: string | null,
    { street, house_number, postal_code, city }: DemoAddress,
  ) => [
    name,
    `${street} ${house_number}`,
    `${postal_code} ${city}`,
    ...(enterprise === null ? [] : [`BE ${enterprise.slice(0, 4)}.${enterprise.slice(4, 7)}.${enterprise.slice(7)}`]),
  ];
  return renderPaperInvoice({
    number,
    date,
    dueDate,
    iban,
    lines: document.lines,
    seller: formatParty(party.name, findPartyEnterpriseNumber(company, party), party.address),
    buyer: formatParty(company.name, getEnterpriseNumber(company), company.address),
    words: PAPER_WORDS[company.locale === 'nl' ? 'nl' : 'fr'],
  });
}
